#include "talus/broad/published/grown_boxes.h"

#include <algorithm>

namespace talus::broad {
namespace {

bool same_along(const Domain& a, const Domain& b, int axis) {
  if (!a.periodic[axis] && !b.periodic[axis]) return true;
  return a.periodic[axis] == b.periodic[axis] && a.lower[axis] == b.lower[axis] &&
         a.upper[axis] == b.upper[axis];
}

BoundingBox<double> grown(const BoundingBox<double>& box, double skin, const Domain& domain) {
  BoundingBox<double> result = box;
  for (int axis = 0; axis < 3; ++axis) {
    double here = skin;
    if (domain.periodic[axis]) {
      const double spare = domain.period(axis) - (box.upper[axis] - box.lower[axis]);
      here = std::min(skin, 0.5 * spare);
    }
    const double lower = box.lower[axis] - here, upper = box.upper[axis] + here;
    // Rounding may still make it longer than the period: then it gets no skin.
    if (domain.periodic[axis] && !(upper - lower <= domain.period(axis))) continue;
    result.lower[axis] = lower;
    result.upper[axis] = upper;
  }
  return result;
}

}  // namespace

void GrownBoxes::set(const Scene& scene, double skin) {
  box_.clear();
  for (const BoundingBox<double>& box : scene.box) box_.push_back(grown(box, skin, scene.domain));
  domain_ = scene.domain;
  body_count_ = scene.body_count;
}

bool GrownBoxes::fits(const Scene& scene) const {
  return body_count_ == scene.body_count && box_.size() == scene.box.size() &&
         same_along(domain_, scene.domain, 0) && same_along(domain_, scene.domain, 1) &&
         same_along(domain_, scene.domain, 2);
}

void keep_pairs(const Scene& scene, const PairList& candidates, PairList& pairs) {
  pairs.clear();
  const bool open = scene.domain.is_open();
  for (std::size_t i = 0; i < candidates.pair.size(); ++i) {
    const auto [a, b] = candidates.pair[i];
    const Image image = open ? Image{} : candidates.image[i];
    if (!overlap(scene, a, b, image)) continue;
    pairs.pair.push_back({a, b});
    if (!open) pairs.image.push_back(image);
  }
}

}  // namespace talus::broad
