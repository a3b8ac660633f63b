// Fabric and coordination: who touches whom, and in which direction.
#include <cmath>

#include "talus/measure/region_parts.h"

namespace talus {

Fabric fabric(const StateView& state, const Region& region) {
  Fabric f;
  const ContactTable& c = state.contacts;
  for (std::size_t k = 0; k < c.size(); ++k) {
    if (is_wall(state.bodies, c.a[k]) || is_wall(state.bodies, c.b[k])) continue;
    if (!holds(region, state.domain, c.point[k])) continue;
    f.tensor = f.tensor + outer_square(c.normal[k]);
    ++f.contacts;
  }
  if (f.contacts > 0) f.tensor = (1.0 / static_cast<double>(f.contacts)) * f.tensor;
  return f;
}

double Fabric::anisotropy() const {
  if (contacts == 0) return 0.0;
  constexpr double third = 1.0 / 3.0;
  const double xx = tensor.xx - third, yy = tensor.yy - third, zz = tensor.zz - third;
  const double squares =
      xx * xx + yy * yy + zz * zz +
      2.0 * (tensor.xy * tensor.xy + tensor.xz * tensor.xz + tensor.yz * tensor.yz);
  return 7.5 * std::sqrt(1.5 * squares);
}

Coordination coordination(const StateView& state, const Region& region) {
  const std::size_t count = state.bodies.size();
  std::vector<std::int32_t> with_bodies(count), with_walls(count);
  const ContactTable& c = state.contacts;
  const auto add = [&](std::int32_t body, std::int32_t other) {
    if (is_wall(state.bodies, body)) return;
    ++(is_wall(state.bodies, other) ? with_walls : with_bodies)[static_cast<std::size_t>(body)];
  };
  for (std::size_t k = 0; k < c.size(); ++k) {
    add(c.a[k], c.b[k]);
    add(c.b[k], c.a[k]);
  }
  const std::vector<Vec3<double>> centres = centres_of(state.bodies);
  Coordination z;
  for (std::size_t i = 0; i < count; ++i) {
    if (state.motion.freedom[i] != Freedom::free) continue;
    if (!holds(region, state.domain, centres[i])) continue;
    const std::int32_t contacts = with_bodies[i] + with_walls[i];
    ++z.bodies;
    z.body_contacts += with_bodies[i];
    z.wall_contacts += with_walls[i];
    if (contacts > 1) continue;
    ++z.rattlers;
    z.contacts_of_rattlers += contacts;
  }
  return z;
}

double Coordination::mean() const {
  return bodies > 0
             ? static_cast<double>(body_contacts + wall_contacts) / static_cast<double>(bodies)
             : 0.0;
}

double Coordination::mechanical() const {
  return bodies > rattlers
             ? static_cast<double>(body_contacts + wall_contacts - contacts_of_rattlers) /
                   static_cast<double>(bodies - rattlers)
             : 0.0;
}

}  // namespace talus
