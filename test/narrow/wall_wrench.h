// Energy, force and torque of the contacts of a body with a wall, in units of the law's constant.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "narrow/nudged.h"
#include "talus/narrow/wall_contacts.h"

namespace talus::test {

inline constexpr double hertz = hertz_energy_power;

// depth^p / p.
inline double energy_of(const std::vector<WallContact>& found) {
  double sum = 0.0;
  for (const WallContact& c : found) {
    sum += c.energy_share * std::pow(c.rounded, hertz) / hertz;
  }
  return sum;
}

struct Wrench {
  Vec3<double> force{}, torque{};  // about the position of the body
};

inline Wrench wrench_of(const std::vector<WallContact>& found, const Pose<double>& pose) {
  Wrench sum;
  for (const WallContact& c : found) {
    const double size = c.energy_share * c.slope;
    const Vec3<double> force = (size * std::pow(c.rounded, hertz - 1.0)) * c.normal;
    sum.force = sum.force + force;
    sum.torque = sum.torque + cross(c.point - pose.position, force) + c.twist * force;
  }
  return sum;
}

struct WrenchErrors {
  int compared{}, several{};        // poses; those with several contacts
  double worst{}, worst_several{};  // relative errors, with one contact and with several
};

// Compares the wrench of random poses with differences of the energy. `find_shallow` draws a pose.
template <class Wall, class Grain, class FindShallow>
WrenchErrors compare_with_energy(const Wall& wall, const Grain& grain, int count, double shallow,
                                 std::mt19937& engine, const FindShallow& find_shallow) {
  std::normal_distribution<> normal;
  WrenchErrors sum;
  for (int i = 0; i < count; ++i) {
    Pose<double> pose;
    if (!find_shallow(wall, grain, shallow, engine, pose)) continue;
    const std::vector<WallContact> found = touch(wall, grain, pose);
    const Wrench wrench = wrench_of(found, pose);
    const Vec3<double> u = normalized(Vec3<double>{normal(engine), normal(engine), normal(engine)});
    for (const bool turns : {false, true}) {
      const double step = 1e-7;
      const double slope = (energy_of(touch(wall, grain, nudged(pose, u, step, turns))) -
                            energy_of(touch(wall, grain, nudged(pose, u, -step, turns)))) /
                           (2.0 * step);
      const double error = std::abs(slope + dot(turns ? wrench.torque : wrench.force, u));
      double& worst = found.size() > 1 ? sum.worst_several : sum.worst;
      worst = std::max(worst, error / std::pow(shallow, hertz - 1.0));
    }
    ++sum.compared;
    sum.several += found.size() > 1;
  }
  return sum;
}

}  // namespace talus::test
