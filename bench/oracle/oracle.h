// The true signed distance of a pair, by methods that are slow, simple and unlike any contender's,
// and that share nothing with Talus. Runs once per pair, outside the timing.
#pragma once

#include "bench/body.h"

namespace bench {

// Positive: Euclidean distance. Negative: minus the shortest translation that separates the bodies.
// Two polyhedra are judged by test/oracle/exact_distance.h, to 1e-16 of their size. For smooth
// bodies `precision` is in radians of the direction: 1e-13 for the truth, 1e-3 to find a pose.
double true_distance(const Body& a, const Placement& pose_a, const Body& b, const Placement& pose_b,
                     double precision = 1e-13);

// Where a body is smooth: a sweep over the sphere of directions, then every promising hill climbed
// by nested golden sections, which need no derivatives and so do not mind flat or sharp spots. The
// hills of overlapping superquadrics and polyhedra may be too narrow for the sweep: their depth is
// that of the expansion of test/oracle/expansion.h, whose bracket is global.
double smooth_distance(const Body& a, const Body& b, const Eigen::Quaterniond& rotation,
                       const Vector& translation, double precision);

struct Depth {
  double value;   // of a real direction; negative: the bodies are separated along it
  Vector normal;  // from A to B
  bool closed;    // none is less deep, to the tolerance
};
Depth expanded_depth(const Body& a, const Body& b, const Eigen::Quaterniond& rotation,
                     const Vector& translation, double tolerance);

}  // namespace bench
