#include "talus/sim/loop/contact_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "talus/math/prefetch.h"
#include "talus/narrow/batch.h"
#include "talus/sim/loop/contact_point.h"
#include "talus/sim/loop/contact_radius.h"
#include "talus/sim/loop/pair_chunks.h"
#include "talus/sim/loop/push_queue.h"
#include "talus/sim/loop/several_points.h"
#include "talus/sim/loop/threads.h"
#include "talus/sim/simulation.h"

namespace talus {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

PairBlock& block_of(LoopState& s, const PairChunk& chunk) { return s.blocks[index(chunk.block)]; }

// Whether the bodies have not gone far enough yet to touch.
bool is_safe(const LoopState& s, const PairBlock& block, std::size_t k) {
  return s.place[index(block.a[k])].way + s.place[index(block.b[k])].way < block.safe_until[k];
}

// The bodies of pair k are apart, nearest to each other near the point.
void stay_apart(LoopState& s, PairBlock& block, std::size_t k, const Partners& p,
                const Vec3<double>& point, double step, ContactSums& sums) {
  Slider* rolling = block.rolling.empty() ? nullptr : &block.rolling[k];
  release(s, p, point, block.point[k], rolling, step, sums);
}

// The bodies of a pair come from memory in no order: ask for them so many pairs ahead.
constexpr std::size_t ahead = 16;

TALUS_INLINE void fetch_places(const LoopState& s, const PairBlock& block, std::size_t k) {
  k += ahead;
  if (k >= block.size()) return;
  prefetch(s.place[index(block.a[k])]);
  prefetch(s.place[index(block.b[k])]);
}

// Pairs of spheres that touch, or did in the last step. Found in a pass of its own, without a
// branch that depends on them, and the memories of the others are left alone.
struct Touching {
  std::size_t count = 0;
  std::array<std::uint16_t, largest_chunk> pair;  // counted from the first of the chunk
};

void find_touching(const LoopState& s, PairBlock& block, const PairChunk& chunk, Touching& found) {
  // Known to nobody else, so that they can stay in registers.
  const std::int32_t *const a = block.a.data(), *const b = block.b.data();
  const std::int32_t* const make_of = s.make_of.data();
  const BodyState* const state = s.state.data();
  const double* const reach_of = s.reach.data();
  const std::uint16_t* const image = block.image.empty() ? nullptr : block.image.data();
  const Vec3<double>* const shift = s.shift.data();
  std::uint8_t* const in_touch = block.in_touch.data();
  const auto first = static_cast<std::size_t>(chunk.first);
  const std::size_t size = static_cast<std::size_t>(chunk.last) - first;
  const std::size_t end = block.size() - 1;
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t k = first + i, later = std::min(k + ahead, end);
    prefetch(state[a[later]]);
    prefetch(state[b[later]]);
    Vec3<double> apart = state[b[k]].centre;
    if (image != nullptr) apart = apart + shift[image[k]];
    apart = apart - state[a[k]].centre;
    const double reach = reach_of[make_of[a[k]]] + reach_of[make_of[b[k]]];
    const std::size_t touch = norm_squared(apart) < reach * reach;
    const std::size_t listed = touch | in_touch[k];
    in_touch[k] = static_cast<std::uint8_t>(touch);
    found.pair[count] = static_cast<std::uint16_t>(i);
    count += listed;
  }
  found.count = count;
}

void spheres(LoopState& s, const PairChunk& chunk, double step, ContactSums& sums) {
  PairBlock& block = block_of(s, chunk);
  Touching found;
  find_touching(s, block, chunk, found);
  PushQueue queue(s, chunk, true, step, sums);
  for (std::size_t i = 0; i < found.count; ++i) {
    const std::size_t k = static_cast<std::size_t>(chunk.first) + found.pair[i];
    const Partners p = partners_of(s, block, k);
    const double radius_a = s.reach_of(p.a), radius_b = s.reach_of(p.b);
    const double reach = radius_a + radius_b;
    if (block.in_touch[k] != 0) {
      double& radius = block.point[k].radius;
      if (radius == 0.0) radius = radius_a * radius_b / reach;
      queue.add_spheres(k, p, radius_a, radius_b);
    } else {
      const Vec3<double> apart = s.state[p.b].centre + p.shift - s.state[p.a].centre;
      const Vec3<double> point = s.state[p.a].centre + (radius_a / reach) * apart;
      stay_apart(s, block, k, p, point, step, sums);
    }
  }
}

void spheres_on_planes(LoopState& s, const PairChunk& chunk, double step, ContactSums& sums) {
  PairBlock& block = block_of(s, chunk);
  PushQueue queue(s, chunk, false, step, sums);
  for (auto k = static_cast<std::size_t>(chunk.first); k < static_cast<std::size_t>(chunk.last);
       ++k) {
    const Partners p = partners_of(s, block, k);
    const auto& plane = std::get<HalfSpace<double>>(s.shape(p.b));
    const Pose<double>& pose = s.pose(p.b);
    const Vec3<double> normal = -(rotation_of(pose.orientation) * plane.normal);
    const Vec3<double>& centre = s.state[p.a].centre;
    const double radius = s.reach_of(p.a);
    const double overlap = radius + plane.offset + dot(normal, centre - pose.position - p.shift);
    const Vec3<double> point = centre + (radius - 0.5 * overlap) * normal;
    if (overlap > 0.0) {
      block.point[k].radius = radius;
      queue.add(k, p, {point, normal, overlap, 0.0, 0.0, 0.0, 0.0});
    } else {
      stay_apart(s, block, k, p, point, step, sums);
    }
  }
}

// Pairs that have one contact, some at a time through the narrow phase.
class Singles {
 public:
  Singles(LoopState& s, const PairChunk& chunk, double step, ContactSums& sums)
      : s_(s),
        block_(block_of(s, chunk)),
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
    if (!block_.cache.empty()) cache_[count_] = block_.cache[k];
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
  // Ellipsoids and superquadrics are then asked with one look mostly (talus/narrow/pair.h): normals
  // are right to 1e-9 and overlaps to 1e-15 of the size of ellipsoids, to 1e-7 and 2e-12 of
  // superquadrics, whose contacts slide farther on their flat sides.
  static Settings<double> settings_for(const PairBlock& block) {
    const auto is_curved = [](Kind kind) {
      return kind == Kind::ellipsoid || kind == Kind::superquadric;
    };
    Settings<double> settings;
    if (!is_curved(block.kind_a) || !is_curved(block.kind_b)) return settings;
    settings.tolerance = block.kind_b == Kind::ellipsoid ? 1e-5 : 1e-4;
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

void singles(LoopState& s, const PairChunk& chunk, double step, ContactSums& sums) {
  const PairBlock& block = block_of(s, chunk);
  Singles pairs(s, chunk, step, sums);
  for (auto k = static_cast<std::size_t>(chunk.first); k < static_cast<std::size_t>(chunk.last);
       ++k) {
    fetch_places(s, block, k);
    if (!is_safe(s, block, k)) pairs.ask(k);
  }
  pairs.answer_all();
}

void work_on(LoopState& s, const PairChunk& chunk, double step, ContactSums& sums) {
  const PairBlock& block = block_of(s, chunk);
  std::fill(s.share.begin() + chunk.first_share, s.share.begin() + chunk.last_share, Share{});
  if (block.kind_a == Kind::sphere && block.kind_b == Kind::sphere) {
    spheres(s, chunk, step, sums);
  } else if (block.kind_a == Kind::sphere && block.kind_b == Kind::half_space) {
    spheres_on_planes(s, chunk, step, sums);
  } else if (block.has_several_points()) {
    push_in_several_points(s, chunk, step, sums);
  } else {
    singles(s, chunk, step, sums);
  }
}

void add(ContactSums& total, const ContactSums& part) {
  total.elastic += part.elastic;
  total.damping += part.damping;
  total.friction += part.friction;
  total.rolling += part.rolling;
  total.boundary_work += part.boundary_work;
  total.largest_overlap = std::max(total.largest_overlap, part.largest_overlap);
  total.count += part.count;
}

[[noreturn]] void report_lost(const LoopState& s, const PairChunk& chunk, std::int64_t pair) {
  const PairBlock& block = s.blocks[index(chunk.block)];
  const auto k = static_cast<std::size_t>(pair);
  throw SimulationError(fmt::format("{} and {}: their contact has no answer in step {}",
                                    s.name_of(index(block.a[k])), s.name_of(index(block.b[k])),
                                    s.steps));
}

}  // namespace

void ContactPass::work_on_chunk(LoopState& s, std::size_t chunk, double step) {
  Result& own = results_[chunk];
  const auto start = Clock::now();
  work_on(s, s.chunks[chunk], step, own.sums);
  own.seconds = seconds_since(start);
}

// The chunk is done.
void ContactPass::move_groups(LoopState& s, std::size_t chunk) {
  const auto start = Clock::now();
  for (std::int64_t k = s.chunks[chunk].first_group; k < s.chunks[chunk].last_group; ++k) {
    const std::size_t group = s.group_list[static_cast<std::size_t>(k)];
    if (left_[group].fetch_sub(1, std::memory_order_acq_rel) > 1) continue;
    reports_[group] = end_and_start_step(s, group);
  }
  results_[chunk].motion_seconds = seconds_since(start);
}

void ContactPass::sum_up(LoopState& s) {
  s.sums = {};
  for (std::size_t c = 0; c < results_.size(); ++c) {
    const Result& own = results_[c];
    if (own.sums.lost >= 0) report_lost(s, s.chunks[c], own.sums.lost);
    add(s.sums, own.sums);
    time_of(s.blocks[index(s.chunks[c].block)]) += own.seconds;
    motion_seconds_ += own.motion_seconds;
  }
}

// Chunks of all blocks in one loop, so that threads meet once per step.
void ContactPass::run(LoopState& s, double step) {
  results_.assign(s.chunks.size(), {});
  run_items(static_cast<std::int64_t>(s.chunks.size()), s.threads,
            [&](std::int64_t c) { work_on_chunk(s, static_cast<std::size_t>(c), step); });
  sum_up(s);
}

bool ContactPass::run_and_move(LoopState& s) {
  results_.assign(s.chunks.size(), {});
  reports_.assign(s.group_count(), {});
  if (left_.size() != s.group_count()) {
    left_ = std::vector<std::atomic<std::int32_t>>(s.group_count());
  }
  for (std::size_t g = 0; g < left_.size(); ++g) left_[g] = s.group_chunks[g];
  run_items(static_cast<std::int64_t>(s.chunks.size()), s.threads, [&](std::int64_t c) {
    work_on_chunk(s, static_cast<std::size_t>(c), s.step);
    move_groups(s, static_cast<std::size_t>(c));
  });
  sum_up(s);
  const auto start = Clock::now();
  bool left = move_held(s);
  for (std::size_t g = 0; g < reports_.size(); ++g) {
    // Without any contact it has not been moved yet.
    if (s.group_chunks[g] == 0) reports_[g] = end_and_start_step(s, g);
    take_report(s, reports_[g]);
    left = left || reports_[g].left;
  }
  motion_seconds_ += seconds_since(start);
  return left;
}

double& ContactPass::time_of(const PairBlock& block) {
  auto time = std::find_if(times_.begin(), times_.end(), [&](const Time& t) {
    return t.kind_a == block.kind_a && t.kind_b == block.kind_b && t.walls == block.walls;
  });
  if (time == times_.end()) {
    time = times_.insert(time, {block.kind_a, block.kind_b, block.walls, 0.0});
  }
  return time->seconds;
}

}  // namespace talus
