#include "talus/physics/mix_materials.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/math/exp_log.h"
#include "talus/physics/friction.h"

namespace talus {
namespace {

void check(const std::string& owner, const Parameter& parameter, double value) {
  if (parameter.range.holds(value)) return;
  throw MaterialError(fmt::format("{}: {} must be {}, got {}", owner, parameter.name,
                                  parameter.range.words, value));
}

double inverse_modulus(const Material& m) { return (1.0 - m.poisson * m.poisson) / m.young; }

double inverse_shear_modulus(const Material& m) {
  return 2.0 * (2.0 - m.poisson) * (1.0 + m.poisson) / m.young;
}

double torsion_ratio(const Material& a, const Material& b, double shear_modulus) {
  const auto compliance = [](const Material& m) { return 2.0 * (1.0 + m.poisson) / m.young; };
  constexpr double arm = mean_arm_of_round_spot;
  return (2.0 / 3.0) / ((compliance(a) + compliance(b)) * shear_modulus * arm * arm);
}

// The last power of the series of the cosine and of sin(x)/x: for |x| <= pi/2 the first term left
// out is (pi/2)^26/26! = 3e-22.
constexpr int last_power = 24;

// By their series, which has the same bits on every machine. |x| <= pi/2.
double cosine(double x) {
  double sum = 0.0;
  for (int k = last_power; k > 0; k -= 2) sum = (1.0 - sum) * x * x / (k * (k - 1));
  return 1.0 - sum;
}
double sine_over(double x) {
  double sum = 0.0;
  for (int k = last_power; k > 0; k -= 2) sum = (1.0 - sum) * x * x / (k * (k + 1));
  return 1.0 - sum;
}

ContactMaterial mix(const Material& a, const Material& b, const Interaction& i, const Law& law,
                    bool no_tension) {
  ContactMaterial m;
  m.modulus = 1.0 / (inverse_modulus(a) + inverse_modulus(b));
  m.shear_modulus = 1.0 / (inverse_shear_modulus(a) + inverse_shear_modulus(b));
  m.root_shear_ratio = std::sqrt(m.shear_modulus / m.modulus);
  m.torsion_ratio = torsion_ratio(a, b, m.shear_modulus);
  m.damping_ratio = damping_ratio(i.restitution, no_tension);
  m.friction = i.friction;
  m.rolling_friction = i.rolling_friction;
  m.tangential_ratio = i.tangential_ratio;
  for (std::size_t k = 0; k < law.parameters.size(); ++k) {
    m.parameter[k] = InteractionParameter{law.parameters[k], nullptr}.get(i);
  }
  return m;
}

}  // namespace

Interaction mix_interactions(const Interaction& a, const Interaction& b) {
  Interaction mixed;
  for (const InteractionParameter& p : interaction_parameters()) {
    p.set(mixed, mix(p.mixing, p.get(a), p.get(b)));
  }
  return mixed;
}

double damping_ratio(double restitution, bool no_tension) {
  if (restitution >= 1.0) return 0.0;
  const double l = -logarithm(restitution);
  if (!no_tension) return l / std::sqrt(std::numbers::pi * std::numbers::pi + l * l);
  // 2 x cot x falls from 2 to 0.
  double low = 0.0, high = 0.5 * std::numbers::pi;
  constexpr int halvings = 60;  // of pi/2: beyond the last bit
  for (int i = 0; i < halvings; ++i) {
    const double x = 0.5 * (low + high);
    (2.0 * cosine(x) / sine_over(x) > l ? low : high) = x;
  }
  return cosine(0.5 * (low + high));
}

std::vector<ContactMaterial> mix_materials(const MaterialTable& table, const Law& law,
                                           bool no_tension) {
  for (const Material& m : table.material) {
    for (const MaterialParameter& p : material_parameters()) {
      check(fmt::format("material \"{}\"", m.name), p, m.*p.member);
    }
  }
  const std::vector<InteractionParameter> parameters = interaction_parameters();
  std::vector<ContactMaterial> mixed;
  for (std::size_t k = 0; k < table.interaction.size(); ++k) {
    const Material& a = table.material[k / table.material.size()];
    const Material& b = table.material[k % table.material.size()];
    const Interaction& i = table.interaction[k];
    const std::string owner = fmt::format("interaction of \"{}\" and \"{}\"", a.name, b.name);
    for (const InteractionParameter& p : parameters) check(owner, p, p.get(i));
    for (const auto& stated : i.law_parameters) {
      const std::string& name = stated.first;
      const auto named = [&](const InteractionParameter& p) {
        return p.member == nullptr && p.name == name;
      };
      if (std::any_of(parameters.begin(), parameters.end(), named)) continue;
      throw MaterialError(fmt::format("{}: no law has a parameter \"{}\"", owner, name));
    }
    if (no_tension && i.restitution < least_restitution_without_tension) {
      throw MaterialError(
          fmt::format("{}: restitution must be at least {:.3g} with no_tension, got {}", owner,
                      least_restitution_without_tension, i.restitution));
    }
    mixed.push_back(mix(a, b, i, law, no_tension));
  }
  return mixed;
}

}  // namespace talus
