#include "talus/sim/loop/time_step.h"

#include <fmt/format.h>

#include <limits>

#include "talus/physics/apply_contact_force.h"
#include "talus/physics/effective_radius.h"

namespace talus {
namespace {

double inverse_size(const BodyTable& bodies, std::size_t i) {
  return bodies.type(i).bounded ? 1.0 / bodies.type(i).size_radius : 0.0;
}

// The lightest free body of a material, and the flattest of those that are not free.
struct Extremes {
  std::ptrdiff_t lightest = -1, flattest = -1;
};

std::vector<Extremes> extremes_of(const Model& model, const BodyTable& bodies) {
  std::vector<Extremes> found(model.setup.materials.material.size());
  for (std::size_t i = 0; i < bodies.body_count; ++i) {
    Extremes& e = found[static_cast<std::size_t>(bodies.type(i).material)];
    const auto body = static_cast<std::ptrdiff_t>(i);
    if (bodies.is_free(i)) {
      if (e.lightest < 0 ||
          bodies.type(i).mass < bodies.type(static_cast<std::size_t>(e.lightest)).mass) {
        e.lightest = body;
      }
    } else if (e.flattest < 0 || inverse_size(bodies, i) <
                                     inverse_size(bodies, static_cast<std::size_t>(e.flattest))) {
      e.flattest = body;
    }
  }
  return found;
}

double half_period(const Model& model, const BodyTable& bodies, std::size_t a, std::size_t b) {
  const auto either_is = [&](Kind kind) {
    return kind_of(bodies.shape(a)) == kind || kind_of(bodies.shape(b)) == kind;
  };
  const ContactMaterial& material =
      model.contact_material(bodies.type(a).material, bodies.type(b).material);
  const double radius = effective_radius(inverse_size(bodies, a), inverse_size(bodies, b));
  const double stiffness = contact_stiffness(*model.law, material, radius,
                                             {either_is(Kind::polyhedron), either_is(Kind::mesh)});
  const BodyMotionOf<double>&motion_a = bodies.motion[a], &motion_b = bodies.motion[b];
  return talus::half_period(effective_mass(motion_a, motion_b), stiffness);
}

}  // namespace

TimeStepLimit time_step_limit(const Model& model, const BodyTable& bodies) {
  TimeStepLimit limit{std::numeric_limits<double>::infinity(), "no body can move"};
  const std::vector<Extremes> extremes = extremes_of(model, bodies);
  const auto name = [&](std::size_t slot) -> const std::string& {
    return model.setup.name[bodies.number_of(slot)];
  };
  const auto consider = [&](std::ptrdiff_t p, std::ptrdiff_t q) {
    if (p < 0 || q < 0) return;
    const auto a = static_cast<std::size_t>(p), b = static_cast<std::size_t>(q);
    const double t = half_period(model, bodies, a, b);
    if (!(t < limit.half_period)) return;
    limit = {t, a == b ? fmt::format("a contact of {} and one like it", name(a))
                       : fmt::format("a contact of {} and {}", name(a), name(b))};
  };
  for (const Extremes& p : extremes) {
    for (const Extremes& q : extremes) {
      consider(p.lightest, q.lightest);
      consider(p.lightest, q.flattest);
    }
  }
  return limit;
}

}  // namespace talus
