#include "talus/broad/tuned_pairs.h"

#include <algorithm>
#include <cmath>

#include "talus/broad/filter_pairs.h"
#include "talus/broad/skin_life.h"

namespace talus::broad {
namespace {

// Before anything has moved: a skin of this share of a volume's size, taken for this many steps.
constexpr double first_share = 0.05;
constexpr double first_life = 8;

// Room beyond what the rate asks for, so that a body that goes on as before stays within.
constexpr double spare = 1.25;

// Nobody is given less than this share of the mean rate: bodies at rest are pushed sooner or later.
constexpr double least_share = 0.5;

double excursion(const BoundingBox<double>& start, const BoundingBox<double>& now) {
  double farthest = 0;
  for (int axis = 0; axis < 3; ++axis) {
    farthest = std::max(
        {farthest, start.lower[axis] - now.lower[axis], now.upper[axis] - start.upper[axis]});
  }
  return farthest;
}

}  // namespace

bool TunedPairs::is_valid_for(const Scene& scene) const {
  if (!room_.fits(scene)) return false;
  bool valid = true;
#pragma omp parallel for num_threads(threads_) schedule(static) reduction(&& : valid) if (threads_ > 1)
  for (int i = 0; i < scene.count(); ++i) valid = valid && room_.holds(i, scene.box[i]);
  return valid;
}

// A body that was put elsewhere, by a period say, has no rate: it keeps the one it had, and so does
// one that has stopped only since, by half.
void TunedPairs::measure_rates(const Scene& scene) {
  const double steps = static_cast<double>(age_ + 1);
  for (int i = 0; i < scene.count(); ++i) {
    const double farthest = excursion(start_[i], scene.box[i]);
    const double size = max_norm(scene.box[i].upper - scene.box[i].lower);
    if (farthest > size && rate_[i] > 0 && farthest > 100 * rate_[i] * steps) continue;
    rate_[i] = std::max(farthest / steps, 0.5 * rate_[i]);
  }
}

void TunedPairs::search(const Scene& scene) {
  const int count = scene.count();
  std::vector<double> room(count);
  if (room_.fits(scene)) {
    measure_rates(scene);
    life_ = best_life({costs_.search_per_volume * count, costs_.candidate,
                       static_cast<double>(pairs_.pair.size()),
                       static_cast<double>(candidates_.pair.size()), life_,
                       static_cast<double>(age_ + 1)});
    double mean = 0;
    for (const double rate : rate_) mean += rate / count;
    for (int i = 0; i < count; ++i) {
      room[i] = spare * life_ * std::max(rate_[i], least_share * mean);
      if (!std::isfinite(room[i])) room[i] = 0;
    }
  } else {
    life_ = first_life;
    rate_.assign(count, 0);
    for (int i = 0; i < count; ++i) {
      room[i] = first_share * max_norm(scene.box[i].upper - scene.box[i].lower);
    }
  }
  room_.set(scene, room);
  start_.assign(scene.box.begin(), scene.box.end());
  Work work;
  finder_.find(room_.scene(), threads_, candidates_, work);
  age_ = 0;
  ++searches_;
}

const PairList& TunedPairs::update(const Scene& scene) {
  check(scene);
  ++updates_;
  if (is_valid_for(scene)) {
    ++age_;
  } else {
    search(scene);
  }
  pairs_.pair.assign(candidates_.pair.begin(), candidates_.pair.end());
  pairs_.image.assign(candidates_.image.begin(), candidates_.image.end());
  filter_pairs(pairs_, threads_, [&](std::size_t i) {
    const BodyPair pair = pairs_.pair[i];
    return overlap(scene, pair.a, pair.b, pairs_.image.empty() ? Image{} : pairs_.image[i]);
  });
  return pairs_;
}

}  // namespace talus::broad
