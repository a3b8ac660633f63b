#include "talus/sim/loop/time_step.h"

#include <fmt/format.h>

#include <limits>

#include "talus/physics/foundation.h"
#include "talus/physics/law/hertz_mindlin.h"
#include "talus/physics/law/linear.h"
#include "talus/physics/law/volume.h"

namespace talus {
namespace {

double inverse_size(const LoopState& s, std::size_t i) {
  return s.facts_of(i).bounded ? 1.0 / s.facts_of(i).size_radius : 0.0;
}

// The lightest body of a material, and that with the flattest surface of those that are not free.
struct Extremes {
  std::ptrdiff_t lightest = -1, held = -1;
};

std::vector<Extremes> extremes_of(const LoopState& s) {
  std::vector<Extremes> found(s.setup.materials.material.size());
  for (std::size_t i = 0; i < s.body_count(); ++i) {
    Extremes& e = found[static_cast<std::size_t>(s.facts_of(i).material)];
    const auto body = static_cast<std::ptrdiff_t>(i);
    if (s.is_free(i)) {
      if (e.lightest < 0 ||
          s.facts_of(i).mass < s.facts_of(static_cast<std::size_t>(e.lightest)).mass) {
        e.lightest = body;
      }
    } else if (e.held < 0 ||
               inverse_size(s, i) < inverse_size(s, static_cast<std::size_t>(e.held))) {
      e.held = body;
    }
  }
  return found;
}

bool is(Kind kind, const LoopState& s, std::size_t i) { return kind_of(s.shape(i)) == kind; }

double half_period(const LoopState& s, std::size_t a, std::size_t b) {
  const MetMaterials& met = s.met_of(a, b);
  const double radius = 1.0 / (inverse_size(s, a) + inverse_size(s, b));
  double stiffness = s.setup.law == Law::linear ? linear::stiffness(met, radius)
                                                : 2.0 * met.modulus * radius * square_root(0.05);
  if (is(Kind::polyhedron, s, a) || is(Kind::polyhedron, s, b)) {
    // A block on its face is up to half again as stiff as on a corner, and rocks faster than it
    // bounces: with the stiffness of a corner falling cubes explode at the largest step.
    stiffness = 4.0 * stiffness;
  }
  if (s.setup.law == Law::volume) {
    // A face of R*^2 at the depth for which the law is made: dF/ddepth = 0.75 E* A^1.5 / (L^1.5
    // d^0.5).
    stiffness = 0.75 * met.modulus * radius / square_root(volume::stiffest_depth);
  }
  if (is(Kind::mesh, s, a) || is(Kind::mesh, s, b)) {
    // A patch of half of R*^2; the margins of the limit bear larger ones.
    const double patch = 0.5 * radius * radius;
    stiffness = larger(stiffness, foundation_modulus(s.setup.law, met, radius) * patch);
  }
  const double mass = 1.0 / (s.state[a].inverse_mass + s.state[b].inverse_mass);
  return 3.14159265358979323846 * square_root(mass / stiffness);
}

}  // namespace

TimeStepLimit time_step_limit(const LoopState& s) {
  TimeStepLimit limit{std::numeric_limits<double>::infinity(), "no body can move"};
  const std::vector<Extremes> extremes = extremes_of(s);
  const auto consider = [&](std::ptrdiff_t p, std::ptrdiff_t q) {
    if (p < 0 || q < 0) return;
    const auto a = static_cast<std::size_t>(p), b = static_cast<std::size_t>(q);
    const double t = half_period(s, a, b);
    if (!(t < limit.half_period)) return;
    limit = {t, a == b ? fmt::format("a contact of {} and one like it", s.name_of(a))
                       : fmt::format("a contact of {} and {}", s.name_of(a), s.name_of(b))};
  };
  for (const Extremes& p : extremes) {
    for (const Extremes& q : extremes) {
      consider(p.lightest, q.lightest);
      consider(p.lightest, q.held);
    }
  }
  return limit;
}

}  // namespace talus
