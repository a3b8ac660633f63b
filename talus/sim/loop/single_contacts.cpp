#include "talus/sim/loop/single_contacts.h"

#include <algorithm>
#include <array>

#include "talus/narrow/batch.h"
#include "talus/narrow/force_point.h"
#include "talus/sim/loop/contact_force_queue.h"
#include "talus/sim/loop/contact_lever.h"
#include "talus/sim/loop/contact_patch.h"
#include "talus/sim/loop/contact_point.h"
#include "talus/sim/loop/contact_radius.h"
#include "talus/sim/loop/held_contact.h"
#include "talus/sim/loop/solve_again.h"
#include "talus/sim/loop/wall_passage.h"
#include "talus/simd/prefetch.h"

namespace talus {
namespace {

// Tolerances of the narrow phase for curved bodies. A warm query then needs one evaluation mostly
// (talus/contact.h): normals are right to 1e-9 and overlaps to 3e-14 of the size for
// ellipsoids, to 1e-7 and 4e-12 for superquadrics, whose contacts slide farther on their flat
// sides.
constexpr double ellipsoid_tolerance = 3e-5, superquadric_tolerance = 1e-4;

// Pairs per call of the narrow phase: all arguments fit the innermost cache.
constexpr std::size_t query_batch = 32;

// Due pairs whose caches and histories are prefetched. Chosen by measurement.
constexpr std::size_t due_prefetch_distance = 16;

// Queries the pairs of a chunk in batches and queues the contacts.
class PairQueries {
 public:
  explicit PairQueries(const ChunkContacts& chunk)
      : c_(chunk),
        block_(chunk.block),
        patches_(block_.kind_a == Kind::polyhedron || block_.kind_b == Kind::polyhedron),
        curved_(block_.is_curved()),
        has_superquadric_(block_.kind_a == Kind::superquadric ||
                          block_.kind_b == Kind::superquadric),
        superquadrics_(block_.are_superquadrics()),
        polyhedra_(block_.kind_a == Kind::polyhedron && block_.kind_b == Kind::polyhedron &&
                   !chunk.model.law->uses_overlap_volume),
        has_range_(chunk.model.law->range != nullptr),
        settings_(settings_for(block_)),
        queue_(chunk) {}

  void add(std::size_t k) {
    const PairBodies p = c_.pair(k);
    note_body_passage(c_, p);
    const Pose<double>* pose_b = &c_.bodies.pose(p.b);
    if (!block_.image.empty()) {
      moved_[count_] = {pose_b->position + p.shift, pose_b->orientation};
      pose_b = &moved_[count_];
    }
    query_[count_] = {&c_.bodies.shape(p.a), &c_.bodies.pose(p.a), &c_.bodies.shape(p.b), pose_b};
    if (!block_.cache.empty()) block_.cache.get(k, cache_[count_]);
    if (superquadrics_) start_[count_] = block_.bulged[k];
    pair_[count_] = k;
    if (++count_ == query_batch) run();
  }

  void run() {
    const std::span<Cache<double>> caches =
        block_.cache.empty() ? std::span<Cache<double>>{} : std::span{cache_, count_};
    contact_batch({query_, count_}, {answer_, count_}, settings_, caches);
    if (superquadrics_) {
      superquadric_force_points({query_, count_}, {answer_, count_}, {point_, count_},
                                {start_, count_});
    }
    if (polyhedra_) {
      polyhedron_force_points({query_, count_}, {answer_, count_}, {point_, count_});
    }
    for (std::size_t i = 0; i < count_; ++i) take(i);
    count_ = 0;
  }

 private:
  static Settings<double> settings_for(const PairBlock& block) {
    Settings<double> settings;
    if (!block.is_curved(block.kind_a) || !block.is_curved(block.kind_b)) return settings;
    settings.tolerance =
        block.kind_b == Kind::ellipsoid ? ellipsoid_tolerance : superquadric_tolerance;
    return settings;
  }

  void take(std::size_t i) {
    const std::size_t k = pair_[i];
    const PairBodies p = c_.pair(k);
    const Contact<double>& answer = answer_[i];
    const bool has_point = (superquadrics_ || polyhedra_) && !is_failure(answer.status);
    if (superquadrics_) block_.bulged[k] = start_[i];
    if (is_failure(answer.status)) {
      cache_[i] = {};
      if (!solve_again(c_, p, query_[i], answer_[i])) {
        if (!block_.cache.empty()) block_.cache.set(k, cache_[i]);
        return;
      }
    }
    if (!block_.cache.empty()) block_.cache.set(k, cache_[i]);
    const Vec3<double> middle = 0.5 * (answer.point_a + answer.point_b);
    if (!(answer.distance < 0.0) &&
        !(has_range_ && holds_apart(c_, k, p, answer.distance, answer.normal, middle))) {
      c_.release_pair(k, p, middle);
      block_.safe_until[k] = c_.bodies.path_length(p.a, p.b) + std::max(0.0, answer.lower);
    } else {
      update_spot(k, p, answer);
      const PairQuery& q = query_[i];
      const bool smooth =
          superquadrics_ && has_point
              ? point_[i].slope == 1.0
              : !patches_ && !(has_superquadric_ && has_flat_superquadric(*q.a, *q.b));
      if (smooth) {
        queue_.add_smooth(k, p, middle, answer.normal, -answer.distance, block_.spot[k].lever,
                          block_.spot[k].patch_arm);
        return;
      }
      ContactPoint at =
          has_point ? as_contact_point(point_[i])
                    : contact_point(*c_.model.law, *q.a, *q.pose_a, *q.b, *q.pose_b, answer);
      if (curved_)
        at.patch_arm = larger(at.patch_arm, static_cast<double>(block_.spot[k].patch_arm));
      at.lever = contact_lever(c_.bodies, p, at.point, at.normal);
      queue_.add(k, p, at);
    }
  }

  // Radius, arm of friction and lever of a contact that begins, and from time to time of others.
  void update_spot(std::size_t k, const PairBodies& p, const Contact<double>& answer) {
    ContactHistory& history = block_.history[k];
    const bool begins = history.radius == 0.0;
    if (begins) history.radius = contact_radius(c_.bodies, p, answer);
    if (!curved_ || !(begins || c_.follows_curvature)) return;
    Vec3<double>* rolling = block_.rolling.empty() ? nullptr : &block_.rolling[k];
    const bool changes = begins || follow_curvature(c_, p, answer, rolling, history);
    ContactSpot& spot = block_.spot[k];
    spot.lever = static_cast<float>(
        contact_lever(c_.bodies, p, 0.5 * (answer.point_a + answer.point_b), answer.normal));
    const bool renews = begins || c_.renews_patches || (changes && c_.follows_patches);
    if (!has_superquadric_ || !renews) return;
    spot.patch_arm = static_cast<float>(superquadric_patch_arm(c_.bodies, p, answer));
  }

  const ChunkContacts& c_;
  PairBlock& block_;
  bool patches_, curved_, has_superquadric_, superquadrics_;
  bool polyhedra_;  // whose force has a force point
  bool has_range_;  // of the law
  Settings<double> settings_;
  ContactForceQueue queue_;
  std::size_t count_ = 0;
  std::size_t pair_[query_batch];
  PairQuery query_[query_batch];
  Contact<double> answer_[query_batch];
  ForcePoint point_[query_batch];  // of pairs of superquadrics and of polyhedra
  BulgedStart start_[query_batch];
  Cache<double> cache_[query_batch];
  Pose<double> moved_[query_batch];
};

// Pairs whose bodies have moved far enough to touch. A pass of its own finds them without a branch
// that depends on the data.
struct DuePairs {
  std::size_t count = 0;
  std::array<std::uint16_t, largest_chunk> pair;  // counted from the first of the chunk
};

void find_due(const ChunkContacts& c, DuePairs& due) {
  const std::int32_t *const a = c.block.a.data(), *const b = c.block.b.data();
  const BodyPose* const pose = c.bodies.poses.data();
  const double* const safe_until = c.block.safe_until.data();
  const auto first = static_cast<std::size_t>(c.chunk.first);
  const std::size_t size = static_cast<std::size_t>(c.chunk.last) - first, end = c.block.size() - 1;
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t k = first + i, later = std::min(k + prefetch_distance, end);
    prefetch(pose[a[later]]);
    prefetch(pose[b[later]]);
    due.pair[count] = static_cast<std::uint16_t>(i);
    count += !(pose[a[k]].path_length + pose[b[k]].path_length < safe_until[k]);
  }
  due.count = count;
}

TALUS_INLINE void prefetch_pair(const ChunkContacts& c, std::size_t k) {
  c.block.cache.fetch(k);
  if (!c.block.bulged.empty()) prefetch(c.block.bulged[k]);
  prefetch(c.block.history[k]);
  prefetch(c.bodies.motion[static_cast<std::size_t>(c.block.a[k])]);
  prefetch(c.bodies.motion[static_cast<std::size_t>(c.block.b[k])]);
}

}  // namespace

void apply_single_contacts(const ChunkContacts& c) {
  DuePairs due;
  find_due(c, due);
  PairQueries queries(c);
  const auto pair = [&](std::size_t i) {
    return static_cast<std::size_t>(c.chunk.first) + due.pair[i];
  };
  for (std::size_t i = 0; i < std::min(due_prefetch_distance, due.count); ++i) {
    prefetch_pair(c, pair(i));
  }
  for (std::size_t i = 0; i < due.count; ++i) {
    if (i + due_prefetch_distance < due.count) prefetch_pair(c, pair(i + due_prefetch_distance));
    queries.add(pair(i));
  }
  queries.run();
}

}  // namespace talus
