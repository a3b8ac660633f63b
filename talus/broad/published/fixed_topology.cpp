#include "talus/broad/published/fixed_topology.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace talus::broad {
namespace {

// The first volume that is outside of its grown box after all are moved back by the translation and
// enlarged by `more`; the number of volumes if there is none.
int first_outside(const GrownBoxes& grown, const Scene& scene, const Vec3<double>& translation,
                  double more) {
  const Vec3<double> margin{more, more, more};
  for (int i = 0; i < scene.count(); ++i) {
    const BoundingBox<double> back = moved(scene.box[i], -translation);
    if (!grown.holds(i, {back.lower - margin, back.upper + margin})) return i;
  }
  return scene.count();
}

// By how much the volumes have moved, on average.
Vec3<double> common_translation(const Scene& then, const Scene& now) {
  Vec3<double> sum{};
  for (int i = 0; i < now.count(); ++i) {
    const BoundingBox<double>&was = then.box[i], &is = now.box[i];
    sum = sum + (0.5 / now.count()) * ((is.lower - was.lower) + (is.upper - was.upper));
  }
  return sum;
}

double largest_coordinate(const Scene& scene) {
  double largest = 0;
  for (const auto& [lower, upper] : scene.box) {
    largest = std::max({largest, max_norm(lower), max_norm(upper)});
  }
  return largest;
}

}  // namespace

FixedTopology::FixedTopology(const Scheme& scheme, const Scene& scene, double margin, int threads) {
  if (!std::isfinite(margin) || margin < 0) {
    throw SceneError("margin: must be finite and >= 0, got " + std::to_string(margin));
  }
  check(scene);
  grown_.set(scene, margin);
  Work work;
  scheme.find(grown_.scene(), threads, connectivity_, work);
}

void FixedTopology::require_same_topology(const Scene& scene) const {
  if (!grown_.fits(scene)) {
    throw TopologyError("fixed topology: the number of volumes or the domain has changed");
  }
  if (first_outside(grown_, scene, {}, 0) == scene.count()) return;
  // Bounds the rounding of moving back and of the exact test at other coordinates.
  const Vec3<double> translation = common_translation(grown_.scene(), scene);
  const double rounding = 32 * std::numeric_limits<double>::epsilon() *
                          (largest_coordinate(scene) + largest_coordinate(grown_.scene()));
  const int outside = first_outside(grown_, scene, translation, rounding);
  if (outside == scene.count()) return;
  throw TopologyError("fixed topology: volume " + std::to_string(outside) +
                      " has moved relative to the others");
}

const PairList& FixedTopology::pairs_of(const Scene& scene) {
  check(scene);
  require_same_topology(scene);
  keep_pairs(scene, connectivity_, pairs_);
  return pairs_;
}

}  // namespace talus::broad
