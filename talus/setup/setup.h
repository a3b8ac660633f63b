// Everything a simulation is made of, as plain data: what a scene file is read into, what Python
// builds, and what a results file describes. SI units.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "talus/broad/scene.h"
#include "talus/physics/material.h"
#include "talus/physics/motion.h"
#include "talus/shape/bodies.h"

namespace talus {

// A surface of triangles that bodies cannot pass from either side: open or closed, of any size.
struct MeshWall {
  std::string name;
  std::vector<Vec3<double>> vertex;  // world coordinates at the start
  std::vector<std::array<std::int32_t, 3>> triangle;
  std::int32_t material{};
  // Prescribed: a velocity, and a rotation about an axis through a point.
  Vec3<double> velocity{}, angular_velocity{}, centre{};
};

struct Setup {
  // All bodies, half-spaces among them (as fixed or prescribed bodies): where they are and how they
  // move at the start. A shape's origin need not be the centre of mass; velocities are those of the
  // centre of mass.
  Bodies bodies;
  std::vector<std::string> name;  // of every body, for messages: "grains 17", "floor"
  std::vector<std::int32_t> material_of;
  std::vector<Freedom> freedom;
  std::vector<Vec3<double>> velocity, angular_velocity;  // at the start, world frame
  std::vector<MeshWall> mesh_walls;

  MaterialTable materials;
  std::string law = "hertz-mindlin";  // the name of a known law (talus/physics/law/registry.h)
  broad::Domain domain;               // open unless periodic
  Vec3<double> gravity{0, 0, -9.81};
  // Fractions of the velocity and angular velocity lost per second, outside of contacts; 0: none.
  double drag = 0.0;
  double time_step = 0.0;  // s; 0: the largest that is safe
};

}  // namespace talus
