// The boxes of a scene, enlarged by a skin. As long as every volume stays inside of its grown box,
// the pairs of the grown boxes hold all pairs of the volumes, image by image and to the last bit:
// rounding keeps the order of numbers, so that volumes inside of boxes that do not overlap do not
// overlap either.
#pragma once

#include <vector>

#include "talus/broad/scene.h"

namespace talus::broad {

class GrownBoxes {
 public:
  // Along a periodic direction a grown box is at most as long as the period: a box almost as long
  // gets a thinner skin.
  void set(const Scene& scene, double skin);

  // Whether the scene has the volume count, body count and domain of the last set(); false before
  // it.
  bool fits(const Scene& scene) const;
  bool holds(int i, const BoundingBox<double>& box) const {
    const auto& [lower, upper] = box_[i];
    return lower.x <= box.lower.x && lower.y <= box.lower.y && lower.z <= box.lower.z &&
           box.upper.x <= upper.x && box.upper.y <= upper.y && box.upper.z <= upper.z;
  }

  // The grown boxes to search, without spheres.
  Scene scene() const { return {box_, {}, body_count_, domain_}; }

 private:
  std::vector<BoundingBox<double>> box_;
  Domain domain_;
  int body_count_{-1};
};

// Replaces `pairs` by those of the candidates that are pairs of the scene.
void keep_pairs(const Scene& scene, const PairList& candidates, PairList& pairs);

}  // namespace talus::broad
