// The overlap tests that every scheme of the broad phase ends with (scenes: talus/pairs.h).
#pragma once

#include <algorithm>

#include "talus/pairs.h"

namespace talus::broad {

// Periods outside of a domain in which boxes may begin. Far below the range of Image (int16_t).
inline constexpr int farthest_period = 10'000;

// Closed volumes: those that only touch overlap.
inline bool overlap(const BoundingBox<double>& a, const BoundingBox<double>& b) {
  return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
         b.lower.y <= a.upper.y && a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

inline bool overlap(const BoundingSphere<double>& a, const BoundingSphere<double>& b) {
  const double reach = a.radius + b.radius;
  return norm_squared(b.centre - a.centre) <= reach * reach;
}

// Enlarges `region` to contain `box`.
inline void enlarge(BoundingBox<double>& region, const BoundingBox<double>& box) {
  for (int axis = 0; axis < 3; ++axis) {
    region.lower[axis] = std::min(region.lower[axis], box.lower[axis]);
    region.upper[axis] = std::max(region.upper[axis], box.upper[axis]);
  }
}

inline BoundingBox<double> moved(const BoundingBox<double>& box, const Vec3<double>& by) {
  return {box.lower + by, box.upper + by};
}

inline BoundingSphere<double> moved(const BoundingSphere<double>& sphere, const Vec3<double>& by) {
  return {sphere.centre + by, sphere.radius};
}

// The exact overlap test of volume a with volume b moved by the image. Every scheme ends with it,
// so all schemes give the same pairs.
inline bool overlap(const Scene& scene, int a, int b, const Image& image) {
  const Vec3<double> shift = shift_of(scene.domain, image);
  return overlap(scene.box[a], moved(scene.box[b], shift)) &&
         (scene.sphere.empty() || overlap(scene.sphere[a], moved(scene.sphere[b], shift)));
}

}  // namespace talus::broad
