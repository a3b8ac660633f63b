#include "talus/sim/loop/contact_point.h"

#include "talus/narrow/manifold.h"
#include "talus/physics/friction.h"

namespace talus {

ContactPoint as_contact_point(const ForcePoint& at) {
  return {at.point,          at.normal, at.depth, 0.0,         0.0,
          at.spread_squared, at.twist,  at.slope, at.patch_arm};
}

ContactPoint contact_point(const Law& law, const Shape& a, const Pose<double>& pose_a,
                           const Shape& b, const Pose<double>& pose_b,
                           const Contact<double>& contact) {
  if (law.uses_overlap_volume) {
    thread_local OverlapScratch scratch;
    const auto v = overlap_volume(a, pose_a, b, pose_b, contact.normal, scratch);
    if (v && v->volume > 0.0 && v->area > 0.0) {
      ContactPoint at;
      // The line along which area * normal has this moment about the centroid, but for the part
      // about the normal.
      at.point = v->centroid + cross(v->normal, v->moment) / v->area;
      at.normal = v->normal;
      at.overlap = -contact.distance;
      at.volume = v->volume;
      at.area = v->area;
      // The squared polar radius of gyration of a square of this area: a^2 / 6.
      at.spread_squared = v->area / 6.0;
      at.twist = dot(v->normal, v->moment) / v->area;
      // The mean arm of friction of that square.
      at.patch_arm = 0.5 * mean_arm_of_square * square_root(v->area);
      return at;
    }
  }
  return as_contact_point(force_point(a, pose_a, b, pose_b, contact));
}

}  // namespace talus
