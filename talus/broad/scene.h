// Input and output of the broad phase: the bounding volumes of all bodies, the domain, and the list
// of pairs whose volumes overlap.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "talus/shape/bounds.h"

namespace talus::broad {

// Along a periodic direction everything repeats with the period upper - lower; along an open
// direction the bounds are ignored.
struct Domain {
  Vec3<double> lower{}, upper{};
  bool periodic[3]{};

  double period(int axis) const { return upper[axis] - lower[axis]; }
  bool is_open() const { return !periodic[0] && !periodic[1] && !periodic[2]; }
};

struct Scene {
  // Axis-aligned, in world coordinates; boxes may lie outside of a periodic domain.
  std::span<const BoundingBox<double>> box;
  // Empty, or one for every box: a pair must then also have overlapping spheres.
  std::span<const BoundingSphere<double>> sphere;
  // The volumes after the first body_count are walls: triangles of a mesh, say. They are paired
  // with bodies, never with each other.
  int body_count{};
  Domain domain;

  int count() const { return static_cast<int>(box.size()); }
};

// Two volumes that overlap; a < b.
struct BodyPair {
  std::int32_t a{}, b{};
  friend auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

// By how many periods B has to be moved to overlap A.
struct Image {
  std::int16_t x{}, y{}, z{};
  friend auto operator<=>(const Image&, const Image&) = default;
};

// Every pair once; once per image where a pair overlaps through several. The order is the scheme's
// own but does not depend on the number of threads.
struct PairList {
  std::vector<BodyPair> pair;
  std::vector<Image> image;  // one for every pair in a periodic domain, empty in an open one

  void clear() {
    pair.clear();
    image.clear();
  }
};

// Cost of a search, as the studies compare it.
struct Work {
  std::uint64_t tests{};   // volumes compared with volumes
  std::uint64_t visits{};  // cells, nodes or list entries visited
  std::size_t bytes{};     // of the scheme's own structure at its largest, without the pair list
};

// Thrown for a scene that cannot be searched; the message names the volume and the problem.
class SceneError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws SceneError for a box that is not finite or upside down, a sphere that is not finite, a
// period that is not positive, or a box that is longer than the period along a periodic direction
// or more than 10,000 periods outside.
void check(const Scene& scene);

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

// Translation of B for an image; zero along open directions.
inline Vec3<double> shift_of(const Domain& domain, const Image& image) {
  return {domain.periodic[0] ? image.x * domain.period(0) : 0,
          domain.periodic[1] ? image.y * domain.period(1) : 0,
          domain.periodic[2] ? image.z * domain.period(2) : 0};
}

// The exact overlap test of volume a with volume b moved by the image. Every scheme ends with it,
// so all schemes give the same pairs.
inline bool overlap(const Scene& scene, int a, int b, const Image& image) {
  const Vec3<double> shift = shift_of(scene.domain, image);
  return overlap(scene.box[a], moved(scene.box[b], shift)) &&
         (scene.sphere.empty() || overlap(scene.sphere[a], moved(scene.sphere[b], shift)));
}

}  // namespace talus::broad
