#include "talus/sim/loop/single_points.h"

#include <algorithm>
#include <array>

#include "talus/narrow/batch.h"
#include "talus/sim/loop/contact_point.h"
#include "talus/sim/loop/contact_radius.h"
#include "talus/sim/loop/pair_chunks.h"
#include "talus/sim/loop/push_queue.h"
#include "talus/simd/prefetch.h"

namespace talus {
namespace {

// Pairs that have one contact, some at a time through the narrow phase.
class Singles {
 public:
  Singles(LoopState& s, const PairChunk& chunk, double step, ContactSums& sums)
      : s_(s),
        block_(s.blocks[static_cast<std::size_t>(chunk.block)]),
        patches_(block_.kind_a == Kind::polyhedron || block_.kind_b == Kind::polyhedron),
        settings_(settings_for(block_)),
        queue_(s, chunk, false, step, sums),
        step_(step),
        sums_(sums) {}

  void ask(std::size_t k) {
    const Partners p = partners_of(s_, block_, k);
    const Pose<double>* pose_b = &s_.pose(p.b);
    if (!block_.image.empty()) {
      moved_[count_] = {pose_b->position + p.shift, pose_b->orientation};
      pose_b = &moved_[count_];
    }
    query_[count_] = {&s_.shape(p.a), &s_.pose(p.a), &s_.shape(p.b), pose_b};
    if (!block_.cache.empty()) block_.cache.get(k, cache_[count_]);
    pair_[count_] = k;
    if (++count_ == most) answer_all();
  }

  void answer_all() {
    const std::span<Cache<double>> caches =
        block_.cache.empty() ? std::span<Cache<double>>{} : std::span{cache_, count_};
    contact_batch({query_, count_}, {answer_, count_}, settings_, caches);
    for (std::size_t i = 0; i < count_; ++i) take(i);
    count_ = 0;
  }

 private:
  // Ellipsoids and superquadrics are then asked with one look mostly (talus/contact.h): normals
  // are right to 1e-9 and overlaps to 3e-14 of the size of ellipsoids, to 1e-7 and 4e-12 of
  // superquadrics, whose contacts slide farther on their flat sides.
  static Settings<double> settings_for(const PairBlock& block) {
    const auto is_curved = [](Kind kind) {
      return kind == Kind::ellipsoid || kind == Kind::superquadric;
    };
    Settings<double> settings;
    if (!is_curved(block.kind_a) || !is_curved(block.kind_b)) return settings;
    settings.tolerance = block.kind_b == Kind::ellipsoid ? 3e-5 : 1e-4;
    return settings;
  }

  static constexpr std::size_t most = 32;  // all of which fits the innermost cache

  void take(std::size_t i) {
    const std::size_t k = pair_[i];
    const Partners p = partners_of(s_, block_, k);
    const Contact<double>& c = answer_[i];
    if (!block_.cache.empty()) block_.cache.set(k, cache_[i]);
    const Vec3<double> middle = 0.5 * (c.point_a + c.point_b);
    if (is_failure(c.status)) {
      sums_.lost = static_cast<std::int64_t>(k);
    } else if (!(c.distance < 0.0)) {
      stay_apart(s_, block_, k, p, middle, step_, sums_);
      block_.safe_until[k] = s_.place[p.a].way + s_.place[p.b].way + std::max(0.0, c.lower);
    } else {
      double& radius = block_.point[k].radius;
      if (radius == 0.0) radius = contact_radius(s_, p, c);
      const PairQuery& q = query_[i];
      queue_.add(k, p,
                 patches_ ? contact_point(s_.setup.law, *q.a, *q.pose_a, *q.b, *q.pose_b, c)
                          : ContactPoint{middle, c.normal, -c.distance, 0.0, 0.0, 0.0, 0.0});
    }
  }

  LoopState& s_;
  PairBlock& block_;
  bool patches_;
  Settings<double> settings_;
  PushQueue queue_;
  double step_;
  ContactSums& sums_;
  std::size_t count_ = 0;
  std::size_t pair_[most];
  PairQuery query_[most];
  Contact<double> answer_[most];
  Cache<double> cache_[most];
  Pose<double> moved_[most];
};

// Pairs whose bodies have gone far enough to touch, counted from the first of the chunk. Found in a
// pass of its own, without a branch that depends on them.
struct Due {
  std::size_t count = 0;
  std::array<std::uint16_t, largest_chunk> pair;
};

void find_due(const LoopState& s, const PairBlock& block, const PairChunk& chunk, Due& due) {
  const std::int32_t *const a = block.a.data(), *const b = block.b.data();
  const BodyPlace* const place = s.place.data();
  const double* const safe_until = block.safe_until.data();
  const auto first = static_cast<std::size_t>(chunk.first);
  const std::size_t size = static_cast<std::size_t>(chunk.last) - first, end = block.size() - 1;
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t k = first + i, later = std::min(k + pairs_ahead, end);
    prefetch(place[a[later]]);
    prefetch(place[b[later]]);
    due.pair[count] = static_cast<std::uint16_t>(i);
    count += !(place[a[k]].way + place[b[k]].way < safe_until[k]);
  }
  due.count = count;
}

// What the narrow phase and what the push needs.
TALUS_INLINE void fetch(const LoopState& s, const PairBlock& block, std::size_t k) {
  block.cache.fetch(k);
  prefetch(block.point[k]);
  prefetch(s.state[static_cast<std::size_t>(block.a[k])]);
  prefetch(s.state[static_cast<std::size_t>(block.b[k])]);
}

}  // namespace

void push_in_single_points(LoopState& s, const PairChunk& chunk, double step, ContactSums& sums) {
  constexpr std::size_t ahead = 16;
  const PairBlock& block = s.blocks[static_cast<std::size_t>(chunk.block)];
  Due due;
  find_due(s, block, chunk, due);
  Singles pairs(s, chunk, step, sums);
  const auto pair = [&](std::size_t i) {
    return static_cast<std::size_t>(chunk.first) + due.pair[i];
  };
  for (std::size_t i = 0; i < std::min(ahead, due.count); ++i) fetch(s, block, pair(i));
  for (std::size_t i = 0; i < due.count; ++i) {
    if (i + ahead < due.count) fetch(s, block, pair(i + ahead));
    pairs.ask(pair(i));
  }
  pairs.answer_all();
}

}  // namespace talus
