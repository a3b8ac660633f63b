#include "talus/broad/published/slowly_varying.h"

#include <cmath>
#include <string>

namespace talus::broad {

SlowlyVaryingPairs::SlowlyVaryingPairs(const Scheme& scheme, double skin, int threads)
    : scheme_(scheme), skin_(skin), threads_(threads) {
  if (!std::isfinite(skin) || skin < 0) {
    throw SceneError("skin: must be finite and >= 0, got " + std::to_string(skin));
  }
}

bool SlowlyVaryingPairs::is_valid_for(const Scene& scene) const {
  if (!grown_.fits(scene)) return false;
  for (int i = 0; i < scene.count(); ++i) {
    if (!grown_.holds(i, scene.box[i])) return false;
  }
  return true;
}

const PairList& SlowlyVaryingPairs::update(const Scene& scene) {
  check(scene);
  ++updates_;
  if (!is_valid_for(scene)) {
    ++searches_;
    grown_.set(scene, skin_);
    scheme_.find(grown_.scene(), threads_, candidates_, work_);
  }
  keep_pairs(scene, candidates_, pairs_);
  return pairs_;
}

}  // namespace talus::broad
