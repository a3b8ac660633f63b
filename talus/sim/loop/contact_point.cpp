#include "talus/sim/loop/contact_point.h"

#include "talus/narrow/force_point.h"
#include "talus/narrow/manifold.h"

namespace talus {

ContactPoint contact_point(Law law, const Shape& a, const Pose<double>& pose_a, const Shape& b,
                           const Pose<double>& pose_b, const Contact<double>& contact) {
  if (law == Law::volume) {
    thread_local OverlapScratch scratch;
    const auto v = overlap_volume(a, pose_a, b, pose_b, &scratch);
    if (v && v->volume > 0.0 && v->area > 0.0) {
      // The line along which area * normal has this moment about the centroid, but for the part
      // about the normal.
      const Vec3<double> point = v->centroid + cross(v->normal, v->moment) / v->area;
      return {point,
              v->normal,
              -contact.distance,
              v->volume,
              v->area,
              v->area / 6.0,
              dot(v->normal, v->moment) / v->area,
              1.0};
    }
  }
  const ForcePoint at = force_point(a, pose_a, b, pose_b, contact);
  return {at.point, at.normal, at.depth, 0.0, 0.0, at.spread_squared, 0.0, at.slope};
}

}  // namespace talus
