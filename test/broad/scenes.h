// What the tests of the broad phase share: scenes that own their volumes, random and degenerate
// ones, and the pairs of a scene by trying everything.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "talus/broad/scene.h"

namespace talus::broad {

struct OwnedScene {
  std::string name;
  std::vector<BoundingBox<double>> box{};
  std::vector<BoundingSphere<double>> sphere{};
  int wall_count{};
  Domain domain{};

  Scene view() const { return {box, sphere, static_cast<int>(box.size()) - wall_count, domain}; }
  void add(const Vec3<double>& centre, const Vec3<double>& half) {
    box.push_back({centre - half, centre + half});
  }
  // The largest sphere inside of every box, so that the spheres remove pairs of boxes.
  void add_spheres() {
    for (const auto& [lower, upper] : box) {
      const Vec3<double> half = 0.5 * upper - 0.5 * lower;
      sphere.push_back({0.5 * lower + 0.5 * upper, std::min({half.x, half.y, half.z})});
    }
  }
};

// One overlap of two volumes through one image.
using Found = std::tuple<int, int, int, int, int>;

// In order; a pair that was given twice is there twice.
inline std::vector<Found> sorted(const PairList& pairs) {
  std::vector<Found> found;
  for (std::size_t i = 0; i < pairs.pair.size(); ++i) {
    const Image image = pairs.image.empty() ? Image{} : pairs.image[i];
    found.emplace_back(pairs.pair[i].a, pairs.pair[i].b, image.x, image.y, image.z);
  }
  std::sort(found.begin(), found.end());
  return found;
}

// The images of b that overlap a along one axis.
inline std::vector<int> overlapping_images(const Scene& scene, int axis, int a, int b) {
  const auto &box_a = scene.box[a], &box_b = scene.box[b];
  std::vector<int> found;
  int reach = 0;
  if (scene.domain.periodic[axis]) {
    const double apart = std::max(std::abs(box_a.lower[axis] - box_b.upper[axis]),
                                  std::abs(box_a.upper[axis] - box_b.lower[axis]));
    reach = static_cast<int>(apart / scene.domain.period(axis)) + 3;
  }
  for (int image = -reach; image <= reach; ++image) {
    const double shift = image == 0 ? 0.0 : image * scene.domain.period(axis);
    if (box_a.lower[axis] <= box_b.upper[axis] + shift &&
        box_b.lower[axis] + shift <= box_a.upper[axis]) {
      found.push_back(image);
    }
  }
  return found;
}

inline bool spheres_overlap(const Scene& scene, int a, int b, int x, int y, int z) {
  if (scene.sphere.empty()) return true;
  Vec3<double> centre = scene.sphere[b].centre;
  const int image[3] = {x, y, z};
  for (int axis = 0; axis < 3; ++axis) {
    if (image[axis] != 0) centre[axis] += image[axis] * scene.domain.period(axis);
  }
  const Vec3<double> apart = centre - scene.sphere[a].centre;
  const double reach = scene.sphere[a].radius + scene.sphere[b].radius;
  return apart.x * apart.x + apart.y * apart.y + apart.z * apart.z <= reach * reach;
}

// The pairs of a scene, every two volumes and every image tried.
inline std::vector<Found> all_overlaps(const Scene& scene) {
  std::vector<Found> found;
  for (int a = 0; a < scene.body_count; ++a) {
    for (int b = a + 1; b < scene.count(); ++b) {
      for (const int x : overlapping_images(scene, 0, a, b)) {
        for (const int y : overlapping_images(scene, 1, a, b)) {
          for (const int z : overlapping_images(scene, 2, a, b)) {
            if (spheres_overlap(scene, a, b, x, y, z)) found.emplace_back(a, b, x, y, z);
          }
        }
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

class RandomScenes {
 public:
  explicit RandomScenes(unsigned seed) : engine_(seed) {}

  double number(double from, double to) {
    return from + (to - from) * std::uniform_real_distribution<double>()(engine_);
  }
  int whole(int from, int to) { return std::uniform_int_distribution<int>(from, to)(engine_); }
  Vec3<double> point(double from, double to) {
    const double x = number(from, to), y = number(from, to);
    return {x, y, number(from, to)};
  }

  // Boxes in the unit cube, their half lengths from `smallest` to `largest`, evenly by logarithm.
  OwnedScene boxes(const std::string& name, int count, double smallest, double largest) {
    OwnedScene scene{.name = name};
    for (int i = 0; i < count; ++i) {
      const double size = smallest * std::pow(largest / smallest, number(0, 1));
      const Vec3<double> half = size * point(0.5, 1);
      scene.add(point(0, 1), half);
    }
    return scene;
  }

  // Long and thin along one axis each.
  OwnedScene needles(int count) {
    OwnedScene scene{.name = "needles"};
    for (int i = 0; i < count; ++i) {
      Vec3<double> half{0.001, 0.001, 0.001};
      half[whole(0, 2)] = 0.4;
      scene.add(point(0, 1), half);
    }
    return scene;
  }

  // Most in one corner, a few in a large void.
  OwnedScene cluster(int count) {
    OwnedScene scene{.name = "cluster"};
    for (int i = 0; i < count; ++i) {
      const double spread = i % 20 == 0 ? 1.0 : 0.001;
      scene.add(spread * point(0, 1), {1e-4, 1e-4, 1e-4});
    }
    return scene;
  }

  // Unit boxes on whole numbers, some of no size: everything touches, nothing overlaps properly.
  OwnedScene touching(int side) {
    OwnedScene scene{.name = "touching"};
    for (int i = 0; i < side * side * side; ++i) {
      const Vec3<double> lower{1.0 * (i % side), 1.0 * (i / side % side), 1.0 * (i / side / side)};
      const double length = whole(0, 2);
      scene.box.push_back({lower, lower + Vec3<double>{length, length, length}});
    }
    return scene;
  }

 private:
  std::mt19937_64 engine_;
};

inline OwnedScene made_periodic(OwnedScene scene, bool x, bool y, bool z, double period = 1) {
  scene.domain = {{0, 0, 0}, {period, period, period}, {x, y, z}};
  const double infinity = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < 3; ++axis) {
    if (scene.domain.periodic[axis]) continue;
    // Bounds that mean nothing must do nothing.
    scene.domain.lower[axis] = -infinity;
    scene.domain.upper[axis] = infinity;
  }
  scene.name += std::string(" periodic") + (x ? " x" : "") + (y ? " y" : "") + (z ? " z" : "");
  return scene;
}

}  // namespace talus::broad
