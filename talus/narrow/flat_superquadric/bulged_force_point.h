// From a contact to the search for its smooth depth (bulged_depth.h), and from that to the point of
// the force.
#pragma once

#include "talus/narrow/flat_superquadric/bulged_pair.h"
#include "talus/narrow/force_point.h"

namespace talus {

// The force of a contact whose depth is that of the energy.
inline ForcePoint in_middle(const Contact<double>& contact) {
  return {
      0.5 * (contact.point_a + contact.point_b), contact.normal, -contact.distance, 1.0, 0.0, 0.0};
}

inline ForcePoint of_bulged(const BulgedDepth<double>& r, const ForcePoint& simple) {
  if (!r.found) return simple;
  const Vec3<double> point = simple.point + r.point;
  return {point, r.normal, r.depth, r.slope, spread_squared(r.moment), 0.0};
}

inline ForcePoint of_bulged(const BulgedPairDepth<double>& r, const ForcePoint& simple) {
  return of_bulged({r.found > 0.0, r.depth, r.slope, r.normal, r.point, r.moment}, simple);
}

// The search that begins at the contact.
inline BulgedPairQuery<double> bulged_pair_query(const Superquadric<double>& a,
                                                 const Pose<double>& pose_a,
                                                 const Superquadric<double>& b,
                                                 const Pose<double>& pose_b,
                                                 const ForcePoint& simple) {
  BulgedPairQuery<double> q;
  q.a = {a, pose_a.orientation, pose_a.position - simple.point};
  q.b = {b, pose_b.orientation, pose_b.position - simple.point};
  q.normal = simple.normal;
  q.depth = simple.depth;
  return q;
}

}  // namespace talus
