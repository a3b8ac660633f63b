// Van den Bergen's early termination of GJK (P0 section 2, reference [24]): as soon as a support
// point proves a separating axis, "separated" is the answer, without a distance.
#pragma once

#include <nlohmann/json.hpp>

#include "talus/math/pose.h"
#include "talus/shape/polyhedron_view.h"

namespace study {

struct EarlyExit {
  bool separated;
  int iterations;
};

EarlyExit gjk_early_exit(const talus::PolyhedronView<double>& a,
                         const talus::PolyhedronView<double>& b,
                         const talus::RelativePose<double>& b_in_a);

}  // namespace study
