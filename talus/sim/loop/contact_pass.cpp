#include "talus/sim/loop/contact_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "talus/narrow/batch.h"
#include "talus/sim/loop/contact_point.h"
#include "talus/sim/loop/contact_radius.h"
#include "talus/sim/loop/push_queue.h"
#include "talus/sim/loop/several_points.h"
#include "talus/sim/loop/threads.h"
#include "talus/sim/simulation.h"

namespace talus {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t chunk = 128;  // pairs

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

// Whether the bodies have not gone far enough yet to touch.
bool is_safe(const LoopState& s, const PairBlock& block, std::size_t k) {
  return s.way[index(block.a[k])] + s.way[index(block.b[k])] < block.safe_until[k];
}

Slider* rolling_of(PairBlock& block, std::size_t k) {
  return block.rolling.empty() ? nullptr : &block.rolling[k];
}

// The bodies of pair k are apart, nearest to each other near the point.
void stay_apart(LoopState& s, PairBlock& block, std::size_t k, const Vec3<double>& point,
                double gap, double step, ContactSums& sums) {
  const Partners p = partners_of(block, k);
  release(s, p, point, block.point[k], rolling_of(block, k), step, sums);
  s.active[static_cast<std::size_t>(block.first) + k] = 0;
  block.safe_until[k] = s.way[p.a] + s.way[p.b] + gap;
}

// The bodies of pair k come from memory in no order: ask for them a few pairs ahead.
void fetch(const LoopState& s, const PairBlock& block, std::size_t k) {
  if (k >= block.size()) return;
  const BodyState &a = s.state[index(block.a[k])], &b = s.state[index(block.b[k])];
  __builtin_prefetch(&a.centre);
  __builtin_prefetch(&a.ahead);
  __builtin_prefetch(&b.centre);
  __builtin_prefetch(&b.ahead);
}

void spheres(LoopState& s, PairBlock& block, std::int64_t first, std::int64_t last, double step,
             ContactSums& sums) {
  constexpr std::size_t ahead = 4;
  PushQueue queue(s, block, step, sums);
  for (auto k = static_cast<std::size_t>(first); k < static_cast<std::size_t>(last); ++k) {
    fetch(s, block, k + ahead);
    if (is_safe(s, block, k)) continue;
    const Partners p = partners_of(block, k);
    const Vec3<double>& centre = s.state[p.a].centre;
    const Vec3<double> apart = s.state[p.b].centre + p.shift - centre;
    const double radius_a = s.facts_of(p.a).reach, radius_b = s.facts_of(p.b).reach;
    const double reach = radius_a + radius_b, squared = norm_squared(apart);
    const double distance = square_root(squared), overlap = reach - distance;
    const Vec3<double> normal =
        distance > 0.0 ? (1.0 / distance) * apart : Vec3<double>{0.0, 0.0, 1.0};
    const Vec3<double> point = centre + (radius_a - 0.5 * overlap) * normal;
    if (!(overlap > 0.0)) {
      stay_apart(s, block, k, point, -overlap, step, sums);
      continue;
    }
    if (block.point[k].radius == 0.0) block.point[k].radius = radius_a * radius_b / reach;
    queue.add(k, {point, normal, overlap, 0.0, 0.0, 0.0});
  }
}

void spheres_on_planes(LoopState& s, PairBlock& block, std::int64_t first, std::int64_t last,
                       double step, ContactSums& sums) {
  PushQueue queue(s, block, step, sums);
  for (auto k = static_cast<std::size_t>(first); k < static_cast<std::size_t>(last); ++k) {
    if (is_safe(s, block, k)) continue;
    const Partners p = partners_of(block, k);
    const auto& plane = std::get<HalfSpace<double>>(s.bodies.shape(p.b));
    const Pose<double>& pose = s.bodies.poses[p.b];
    const Vec3<double> normal = -(rotation_of(pose.orientation) * plane.normal);
    const Vec3<double>& centre = s.state[p.a].centre;
    const double radius = s.facts_of(p.a).reach;
    const double overlap = radius + plane.offset + dot(normal, centre - pose.position - p.shift);
    const Vec3<double> point = centre + (radius - 0.5 * overlap) * normal;
    if (!(overlap > 0.0)) {
      stay_apart(s, block, k, point, -overlap, step, sums);
      continue;
    }
    block.point[k].radius = radius;
    queue.add(k, {point, normal, overlap, 0.0, 0.0, 0.0});
  }
}

// Pairs that have one contact, by the narrow phase.
void singles(LoopState& s, PairBlock& block, std::int64_t first, std::int64_t last, double step,
             ContactSums& sums) {
  std::size_t asked[chunk];
  PairQuery query[chunk];
  Contact<double> answer[chunk];
  Cache<double> cache[chunk];
  Pose<double> moved[chunk];
  std::size_t count = 0;
  for (auto k = static_cast<std::size_t>(first); k < static_cast<std::size_t>(last); ++k) {
    if (is_safe(s, block, k)) continue;
    const Partners p = partners_of(block, k);
    const Pose<double>* pose_b = &s.bodies.poses[p.b];
    if (!block.shift.empty()) {
      moved[count] = {pose_b->position + p.shift, pose_b->orientation};
      pose_b = &moved[count];
    }
    query[count] = {&s.bodies.shape(p.a), &s.bodies.poses[p.a], &s.bodies.shape(p.b), pose_b};
    if (!block.cache.empty()) cache[count] = block.cache[k];
    asked[count++] = k;
  }
  PushQueue queue(s, block, step, sums);
  const std::span<Cache<double>> caches =
      block.cache.empty() ? std::span<Cache<double>>{} : std::span{cache, count};
  contact_batch({query, count}, {answer, count}, {}, caches);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t k = asked[i];
    const Contact<double>& c = answer[i];
    const Vec3<double> middle = 0.5 * (c.point_a + c.point_b);
    if (!block.cache.empty()) block.cache[k] = cache[i];
    if (is_failure(c.status)) {
      sums.lost = block.first + static_cast<std::int64_t>(k);
    } else if (!(c.distance < 0.0)) {
      stay_apart(s, block, k, middle, std::max(0.0, c.lower), step, sums);
    } else {
      double& radius = block.point[k].radius;
      if (radius == 0.0) radius = contact_radius(s, partners_of(block, k), c);
      queue.add(k, contact_point(s.setup.law, *query[i].a, *query[i].pose_a, *query[i].b,
                                 *query[i].pose_b, c));
    }
  }
}

void work_on(LoopState& s, PairBlock& block, std::int64_t first, std::int64_t last, double step,
             ContactSums& sums) {
  if (block.kind_a == Kind::sphere && block.kind_b == Kind::sphere) {
    spheres(s, block, first, last, step, sums);
  } else if (block.kind_a == Kind::sphere && block.kind_b == Kind::half_space) {
    spheres_on_planes(s, block, first, last, step, sums);
  } else if (block.has_several_points()) {
    push_in_several_points(s, block, first, last, step, sums);
  } else {
    singles(s, block, first, last, step, sums);
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
  if (total.lost < 0) total.lost = part.lost;
}

[[noreturn]] void report_lost(const LoopState& s, std::int64_t slot) {
  for (const PairBlock& block : s.blocks) {
    if (slot < block.first || slot >= block.first + static_cast<std::int64_t>(block.size()))
      continue;
    const auto k = static_cast<std::size_t>(slot - block.first);
    throw SimulationError(fmt::format("{} and {}: their contact has no answer in step {}",
                                      s.setup.name[index(block.a[k])],
                                      s.setup.name[index(block.b[k])], s.steps));
  }
  throw SimulationError("a contact has no answer");
}

}  // namespace

// Chunks of all blocks in one loop, so that threads meet once per step.
void ContactPass::run(LoopState& s, double step) {
  chunks_.clear();
  for (std::size_t b = 0; b < s.blocks.size(); ++b) {
    const auto count = static_cast<std::int64_t>(s.blocks[b].size());
    for (std::int64_t first = 0; first < count; first += chunk) {
      chunks_.push_back({b, first, std::min(first + chunk, count), {}, 0.0});
    }
  }
  for_each_chunk(static_cast<std::int64_t>(chunks_.size()), 1, s.threads,
                 [&](std::int64_t c, std::int64_t, std::int64_t) {
                   Chunk& own = chunks_[static_cast<std::size_t>(c)];
                   const auto start = Clock::now();
                   work_on(s, s.blocks[own.block], own.first, own.last, step, own.sums);
                   own.seconds = std::chrono::duration<double>(Clock::now() - start).count();
                 });
  s.sums = {};
  for (const Chunk& own : chunks_) {
    add(s.sums, own.sums);
    time_of(s.blocks[own.block]) += own.seconds;
  }
  if (s.sums.lost >= 0) report_lost(s, s.sums.lost);
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
