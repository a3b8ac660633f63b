#include "talus/sim/loop/meet_materials.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "talus/math/exp_log.h"
#include "talus/simulation.h"

namespace talus {
namespace {

void require(bool holds, const std::string& whose, const char* what, double value,
             const char* allowed) {
  if (holds && std::isfinite(value)) return;
  throw SimulationError(fmt::format("{}: {} must be {}, got {}", whose, what, allowed, value));
}

void check(const Material& m) {
  const std::string whose = fmt::format("material \"{}\"", m.name);
  require(m.density > 0.0, whose, "density", m.density, "positive");
  require(m.young > 0.0, whose, "young", m.young, "positive");
  require(m.poisson >= 0.0 && m.poisson <= 0.5, whose, "poisson", m.poisson, "from 0 to 0.5");
}

void check(const Interaction& i, const Material& a, const Material& b) {
  const std::string whose = fmt::format("interaction of \"{}\" and \"{}\"", a.name, b.name);
  require(i.restitution > 0.0 && i.restitution <= 1.0, whose, "restitution", i.restitution,
          "above 0 and at most 1");
  require(i.friction >= 0.0, whose, "friction", i.friction, "at least 0");
  require(i.rolling_friction >= 0.0, whose, "rolling_friction", i.rolling_friction, "at least 0");
  require(i.stiffness >= 0.0, whose, "stiffness", i.stiffness, "at least 0");
  require(i.tangential_ratio > 0.0 && i.tangential_ratio <= 1.0, whose, "tangential_ratio",
          i.tangential_ratio, "above 0 and at most 1");
}

double inverse_modulus(const Material& m) { return (1.0 - m.poisson * m.poisson) / m.young; }

double inverse_shear_modulus(const Material& m) {
  return 2.0 * (2.0 - m.poisson) * (1.0 + m.poisson) / m.young;
}

double damping_ratio(double restitution) {
  if (restitution >= 1.0) return 0.0;
  const double l = logarithm(restitution);
  return -l / std::sqrt(std::numbers::pi * std::numbers::pi + l * l);
}

}  // namespace

std::vector<MetMaterials> meet_materials(const MaterialTable& table, bool& rolls) {
  rolls = false;
  const std::size_t n = table.material.size();
  std::vector<MetMaterials> met;
  for (const Material& m : table.material) check(m);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      const Material &p = table.material[a], &q = table.material[b];
      const Interaction& i = table.interaction[a * n + b];
      check(i, p, q);
      rolls = rolls || i.rolling_friction > 0.0;
      met.push_back({1.0 / (inverse_modulus(p) + inverse_modulus(q)),
                     1.0 / (inverse_shear_modulus(p) + inverse_shear_modulus(q)),
                     damping_ratio(i.restitution), i.friction, i.rolling_friction, i.stiffness,
                     i.tangential_ratio});
    }
  }
  return met;
}

}  // namespace talus
