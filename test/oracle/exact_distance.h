// The exact signed distance of two placed solids, to 1e-16 of their size or better (mostly 1e-19):
// for overlapping ones the search over all faces and all pairs of edges whose arcs cross, for
// separated ones the shortest connection with its certificate. Double precision finds the
// candidates, with margins far above its errors; those that could be the answer are computed again
// in 113 bits.
#pragma once

#include "oracle/solid.h"

namespace oracle {

struct OraclePose {
  Triple position{0, 0, 0};
  std::array<double, 4> orientation{1, 0, 0, 0};  // scalar first, of any length
};

// Throws std::runtime_error if the bracket of a separated pair's distance does not close.
long double exact_distance(const Solid& a, const OraclePose& pose_a, const Solid& b,
                           const OraclePose& pose_b);

// The same by double precision alone, good to about 1e-9 of the size: to find a pose for a body.
double rough_distance(const Solid& a, const OraclePose& pose_a, const Solid& b,
                      const OraclePose& pose_b);

}  // namespace oracle
