// Energy, force and torque of the contacts of a body with a wall, in units of the law's constant.
#pragma once

#include <cmath>
#include <vector>

#include "talus/narrow/wall_contacts.h"

namespace talus::test {

inline constexpr double hertz = hertz_energy_power;

// depth^p / p; of sample points, which have an area: area * depth^2 / 2.
inline double energy_of(const std::vector<WallContact>& found) {
  double sum = 0.0;
  for (const WallContact& c : found) {
    const double of_point = c.area > 0.0 ? c.area : 1.0, p = c.area > 0.0 ? 2.0 : hertz;
    sum += of_point * c.share * std::pow(c.rounded, p) / p;
  }
  return sum;
}

struct Push {
  Vec3<double> force{}, torque{};
};

inline Push push_of(const std::vector<WallContact>& found, const Pose<double>& pose) {
  Push sum;
  for (const WallContact& c : found) {
    const double p = c.area > 0.0 ? 2.0 : hertz;
    const double size = (c.area > 0.0 ? c.area : 1.0) * c.share * c.slope;
    const Vec3<double> force = (size * std::pow(c.rounded, p - 1.0)) * c.normal;
    sum.force = sum.force + force;
    sum.torque = sum.torque + cross(c.point - pose.position, force) + c.twist * force;
  }
  return sum;
}

}  // namespace talus::test
