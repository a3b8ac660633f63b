// The largest sigma over the normals of all faces of two solids and over the directions at which
// arcs of their edges cross: minus the depth of overlapping bodies, and positive for all others.
#pragma once

#include <array>
#include <vector>

#include "oracle/scene.h"

namespace oracle {

// A direction that may be the best one, by the features that define it exactly.
struct Axis {
  enum class Kind { face_a, face_b, edges } kind{};
  int a = 0, b = 0;       // face or arc of A, face or arc of B
  double sign = 1;        // edges: the direction is sign * along_a x along_b
  Vec<double> direction;  // unit
  double value = 0;       // sigma in double
  double doubt = 0;       // how far `value` may be off
};

struct AxisSearch {
  std::vector<Axis> axes;  // those whose value reaches the best one within their doubt
  Axis best;               // by double precision
};

// Stops at the first direction that proves separation beyond doubt.
AxisSearch search_axes(const Scene& scene);

// sigma of a candidate in 113 bits; very low for a direction that does not exist (parallel edges).
Quad exact_sigma(const Scene& scene, const Axis& axis);

}  // namespace oracle
