#include "bench/oracle/oracle.h"

namespace bench {

double true_distance(const Body& a, const Placement& pose_a, const Body& b, const Placement& pose_b,
                     double precision) {
  const Eigen::Quaterniond inverse_a = pose_a.orientation.conjugate();
  const Eigen::Quaterniond rotation = inverse_a * pose_b.orientation;
  const Vector translation = inverse_a * (pose_b.position - pose_a.position);
  return a.family == Family::polyhedron ? polyhedron_distance(a, b, rotation, translation)
                                        : smooth_distance(a, b, rotation, translation, precision);
}

}  // namespace bench
