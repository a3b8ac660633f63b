#include "talus/measure/region_parts.h"

namespace talus {

RegionMotion motion(const StateView& state, const Region& region) {
  const std::vector<Vec3<double>> centres = centres_of(state.bodies);
  const Motion& m = state.motion;
  RegionMotion sum;
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    if (m.freedom[i] != Freedom::free || !holds(region, state.domain, centres[i])) continue;
    ++sum.bodies;
    sum.mass += m.mass[i];
    sum.momentum = sum.momentum + m.mass[i] * m.velocity[i];
    sum.translation += 0.5 * m.mass[i] * dot(m.velocity[i], m.velocity[i]);
    sum.rotation += 0.5 * dot(m.angular_velocity[i], m.angular_momentum[i]);
  }
  return sum;
}

Vec3<double> RegionMotion::mean_velocity() const {
  return mass > 0.0 ? (1.0 / mass) * momentum : Vec3<double>{};
}

}  // namespace talus
