// The wall of a cylinder or a cone as triangles, for drums, pipes and hoppers.
#pragma once

#include "talus/setup/setup.h"

namespace talus {

struct Tube {
  Vec3<double> base{}, axis{0.0, 0.0, 1.0};  // middle of the lower end; unit
  double radius{}, top_radius{};             // at the lower and at the upper end
  double height{};
  int segments = 96;                 // corners of the ends, at least 3
  bool bottom = false, top = false;  // whether the ends are closed
};

// The corners lie on the cylinder, so that its narrowest radius is radius * cos(pi / segments). The
// same bits on every machine. Only the vertices and triangles are set.
MeshWall mesh_of(const Tube& tube);

}  // namespace talus
