// What the distance is for (P1 section 1): a lubrication correction between two ellipsoids by their
// gap, their Gaussian radii of curvature and the equivalent spheres, worked for one pair, and how
// far equivalent spheres are from the film between the ellipsoids themselves, in arrays.
#pragma once

#include <cstdint>

#include "ellipsoids/query.h"

namespace study {

struct LubricationOptions {
  double length = 20;  // of the arrays, L / D_eq
  std::uint64_t seed = 1;
};

Json run_lubrication(const LubricationOptions& options);

}  // namespace study
