#include "bench/oracle/oracle.h"

#include "oracle/exact_distance.h"

namespace bench {
namespace {

oracle::OraclePose pose_of(const Placement& pose) {
  const Vector& p = pose.position;
  const Eigen::Quaterniond& q = pose.orientation;
  return {{p.x(), p.y(), p.z()}, {q.w(), q.x(), q.y(), q.z()}};
}

}  // namespace

double true_distance(const Body& a, const Placement& pose_a, const Body& b, const Placement& pose_b,
                     double precision) {
  if (a.family == Family::polyhedron && b.family == Family::polyhedron) {
    const oracle::OraclePose own_a = pose_of(pose_a), own_b = pose_of(pose_b);
    return precision > 1e-9
               ? oracle::rough_distance(a.solid, own_a, b.solid, own_b)
               : static_cast<double>(oracle::exact_distance(a.solid, own_a, b.solid, own_b));
  }
  const Eigen::Quaterniond inverse_a = pose_a.orientation.conjugate();
  const Eigen::Quaterniond rotation = inverse_a * pose_b.orientation;
  const Vector translation = inverse_a * (pose_b.position - pose_a.position);
  return smooth_distance(a, b, rotation, translation, precision);
}

}  // namespace bench
