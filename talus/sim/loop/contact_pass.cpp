#include "talus/sim/loop/contact_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "talus/narrow/batch.h"
#include "talus/sim/loop/contact_radius.h"
#include "talus/sim/loop/push.h"
#include "talus/sim/loop/threads.h"
#include "talus/sim/simulation.h"

namespace talus {
namespace {

constexpr std::int64_t chunk = 128;  // pairs

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

// Whether the bodies have not gone far enough yet to touch.
bool is_safe(const LoopState& s, const PairBlock& block, std::size_t k) {
  return s.way[index(block.a[k])] + s.way[index(block.b[k])] < block.safe_until[k];
}

void stay_apart(LoopState& s, PairBlock& block, std::size_t k, double gap, ContactSums& sums) {
  release(s, block, k, sums);
  block.safe_until[k] = s.way[index(block.a[k])] + s.way[index(block.b[k])] + gap;
}

void note_overlap(const LoopState& s, std::size_t a, std::size_t b, double overlap,
                  ContactSums& sums) {
  const BodyFacts &p = s.facts_of(a), &q = s.facts_of(b);
  double size = p.bounded ? p.size_radius : q.size_radius;
  if (q.bounded) size = std::min(size, q.size_radius);
  sums.largest_overlap = std::max(sums.largest_overlap, overlap / (2.0 * size));
}

template <Law law>
void spheres(LoopState& s, PairBlock& block, std::int64_t first, std::int64_t last, double step,
             ContactSums& sums) {
  for (auto k = static_cast<std::size_t>(first); k < static_cast<std::size_t>(last); ++k) {
    if (is_safe(s, block, k)) continue;
    const std::size_t a = index(block.a[k]), b = index(block.b[k]);
    const Vec3<double> shift = block.shift.empty() ? Vec3<double>{} : block.shift[k];
    const Vec3<double> apart = s.state[b].centre + shift - s.state[a].centre;
    const double radius_a = s.facts_of(a).size_radius, radius_b = s.facts_of(b).size_radius;
    const double reach = radius_a + radius_b, squared = norm_squared(apart);
    if (squared >= reach * reach) {
      stay_apart(s, block, k, square_root(squared) - reach, sums);
      continue;
    }
    const double distance = square_root(squared);
    const Vec3<double> normal = distance > 0.0 ? apart / distance : Vec3<double>{0.0, 0.0, 1.0};
    const double overlap = reach - distance;
    if (block.radius[k] == 0.0) block.radius[k] = radius_a * radius_b / reach;
    note_overlap(s, a, b, overlap, sums);
    push<law>(s, block, k,
              {s.state[a].centre + (radius_a - 0.5 * overlap) * normal, normal, overlap, 0.0, 0.0},
              step, sums);
  }
}

// Pairs that have one contact, by the narrow phase.
template <Law law>
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
    const std::size_t a = index(block.a[k]), b = index(block.b[k]);
    const Pose<double>* pose_b = &s.bodies.poses[b];
    if (!block.shift.empty()) {
      moved[count] = {pose_b->position + block.shift[k], pose_b->orientation};
      pose_b = &moved[count];
    }
    query[count] = {&s.bodies.shape(a), &s.bodies.poses[a], &s.bodies.shape(b), pose_b};
    if (!block.cache.empty()) cache[count] = block.cache[k];
    asked[count++] = k;
  }
  const std::span<Cache<double>> caches =
      block.cache.empty() ? std::span<Cache<double>>{} : std::span{cache, count};
  contact_batch({query, count}, {answer, count}, {}, caches);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t k = asked[i], a = index(block.a[k]), b = index(block.b[k]);
    const Contact<double>& c = answer[i];
    if (!block.cache.empty()) block.cache[k] = cache[i];
    if (is_failure(c.status)) {
      sums.lost = block.first + static_cast<std::int64_t>(k);
    } else if (!(c.distance < 0.0)) {
      stay_apart(s, block, k, std::max(0.0, c.lower), sums);
    } else {
      if (block.radius[k] == 0.0) {
        block.radius[k] = contact_radius(s, a, b, c, *query[i].pose_b);
      }
      note_overlap(s, a, b, -c.distance, sums);
      push<law>(s, block, k, {0.5 * (c.point_a + c.point_b), c.normal, -c.distance, 0.0, 0.0}, step,
                sums);
    }
  }
}

template <Law law>
void work_on(LoopState& s, PairBlock& block, std::int64_t first, std::int64_t last, double step,
             ContactSums& sums) {
  if (block.kind_a == Kind::sphere && block.kind_b == Kind::sphere) {
    spheres<law>(s, block, first, last, step, sums);
  } else {
    singles<law>(s, block, first, last, step, sums);
  }
}

void work_on(LoopState& s, PairBlock& block, std::int64_t first, std::int64_t last, double step,
             ContactSums& sums) {
  switch (s.setup.law) {
    case Law::linear:
      return work_on<Law::linear>(s, block, first, last, step, sums);
    case Law::hertz_mindlin:
      return work_on<Law::hertz_mindlin>(s, block, first, last, step, sums);
    case Law::volume:
      return work_on<Law::volume>(s, block, first, last, step, sums);
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

void ContactPass::run(LoopState& s, double step) {
  using Clock = std::chrono::steady_clock;
  s.sums = {};
  for (PairBlock& block : s.blocks) {
    const auto start = Clock::now();
    const auto count = static_cast<std::int64_t>(block.size());
    chunk_sums_.assign(static_cast<std::size_t>((count + chunk - 1) / chunk), {});
    for_each_chunk(count, chunk, s.threads,
                   [&](std::int64_t c, std::int64_t first, std::int64_t last) {
                     work_on(s, block, first, last, step, chunk_sums_[static_cast<std::size_t>(c)]);
                   });
    for (const ContactSums& part : chunk_sums_) add(s.sums, part);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    auto time = std::find_if(times_.begin(), times_.end(), [&](const Time& t) {
      return t.kind_a == block.kind_a && t.kind_b == block.kind_b;
    });
    if (time == times_.end()) time = times_.insert(time, {block.kind_a, block.kind_b, 0.0});
    time->seconds += seconds;
  }
  if (s.sums.lost >= 0) report_lost(s, s.sums.lost);
}

}  // namespace talus
