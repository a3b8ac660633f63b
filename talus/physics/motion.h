// How bodies move: flat arrays by body, beside Bodies, which says where their shapes are.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/math/vec3.h"

namespace talus {

enum class Freedom : std::uint8_t {
  free,        // moves as forces make it
  fixed,       // stays
  prescribed,  // keeps the velocity and angular velocity that it was given
};

struct Motion {
  std::vector<Vec3<double>> velocity;          // m/s, of the centre of mass
  std::vector<Vec3<double>> angular_momentum;  // kg m2/s about it, world frame; zero if not free
  std::vector<Vec3<double>> angular_velocity;  // rad/s, world frame
  std::vector<Vec3<double>> force;             // N, of contacts, gravity and drag
  std::vector<Vec3<double>> torque;            // N m about the centre of mass, world frame
  std::vector<double> mass;                    // kg
  std::vector<Vec3<double>> inertia;           // kg m2, principal
  std::vector<Freedom> freedom;

  std::size_t size() const { return velocity.size(); }
};

}  // namespace talus
