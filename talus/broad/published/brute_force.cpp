#include "talus/broad/published/brute_force.h"

#include <cmath>

namespace talus::broad {
namespace {

struct Range {
  int first, last;
};

// The images of b that can reach a along an axis, with one to spare on either side for rounding.
Range images(const Domain& domain, int axis, const BoundingBox<double>& a,
             const BoundingBox<double>& b) {
  if (!domain.periodic[axis]) return {0, 0};
  const double period = domain.period(axis);
  return {static_cast<int>(std::floor((a.lower[axis] - b.upper[axis]) / period)) - 1,
          static_cast<int>(std::ceil((a.upper[axis] - b.lower[axis]) / period)) + 1};
}

void compare_images(const Scene& scene, int a, int b, PairList& pairs, Work& work) {
  const Range x = images(scene.domain, 0, scene.box[a], scene.box[b]);
  const Range y = images(scene.domain, 1, scene.box[a], scene.box[b]);
  const Range z = images(scene.domain, 2, scene.box[a], scene.box[b]);
  for (int i = x.first; i <= x.last; ++i) {
    for (int j = y.first; j <= y.last; ++j) {
      for (int k = z.first; k <= z.last; ++k) {
        const Image image{static_cast<std::int16_t>(i), static_cast<std::int16_t>(j),
                          static_cast<std::int16_t>(k)};
        ++work.tests;
        if (!overlap(scene, a, b, image)) continue;
        pairs.pair.push_back({a, b});
        pairs.image.push_back(image);
      }
    }
  }
}

}  // namespace

void brute_force(const Scene& scene, int /*threads*/, PairList& pairs, Work& work) {
  pairs.clear();
  work = {};
  const bool open = scene.domain.is_open();
  for (int a = 0; a < scene.body_count; ++a) {
    for (int b = a + 1; b < scene.count(); ++b) {
      if (!open) {
        compare_images(scene, a, b, pairs, work);
        continue;
      }
      ++work.tests;
      if (overlap(scene, a, b, {})) pairs.pair.push_back({a, b});
    }
  }
  work.visits = work.tests;
}

}  // namespace talus::broad
