#include "talus/sim/loop/contact_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "talus/parallel/parallel_for.h"
#include "talus/sim/loop/several_points.h"
#include "talus/sim/loop/single_points.h"
#include "talus/sim/loop/sphere_points.h"
#include "talus/sim/simulation.h"

namespace talus {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

void work_on(LoopState& s, const PairChunk& chunk, double step, ContactSums& sums) {
  const PairBlock& block = s.blocks[index(chunk.block)];
  std::fill(s.share.begin() + chunk.first_share, s.share.begin() + chunk.last_share, Share{});
  if (block.kind_a == Kind::sphere && block.kind_b == Kind::sphere) {
    push_spheres(s, chunk, step, sums);
  } else if (block.kind_a == Kind::sphere && block.kind_b == Kind::half_space) {
    push_spheres_on_planes(s, chunk, step, sums);
  } else if (block.has_several_points()) {
    push_in_several_points(s, chunk, step, sums);
  } else {
    push_in_single_points(s, chunk, step, sums);
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

// `wall` seconds have passed, which are shared out as threads have used theirs.
void ContactPass::sum_up(LoopState& s, double wall) {
  s.sums = {};
  double used = 0.0;
  for (const Result& own : results_) used += own.seconds + own.motion_seconds;
  const double part = used > 0.0 ? wall / used : 0.0;
  for (std::size_t c = 0; c < results_.size(); ++c) {
    const Result& own = results_[c];
    motion_seconds_ += part * own.motion_seconds;
    if (c >= s.chunks.size()) continue;
    if (own.sums.lost >= 0) report_lost(s, s.chunks[c], own.sums.lost);
    add(s.sums, own.sums);
    time_of(s.blocks[index(s.chunks[c].block)]) += part * own.seconds;
  }
}

// Chunks of all blocks in one loop, so that threads meet once per step.
void ContactPass::run(LoopState& s, double step) {
  results_.assign(s.chunks.size(), {});
  const auto start = Clock::now();
  parallel_for(static_cast<std::int64_t>(s.chunks.size()), s.threads,
               [&](std::int64_t c) { work_on_chunk(s, static_cast<std::size_t>(c), step); });
  sum_up(s, seconds_since(start));
}

bool ContactPass::run_and_move(LoopState& s) {
  const std::size_t chunks = s.chunks.size(), items = chunks + s.loose_groups.size();
  results_.assign(items, {});
  reports_.assign(s.group_count(), {});
  if (left_.size() != s.group_count()) {
    left_ = std::vector<std::atomic<std::int32_t>>(s.group_count());
  }
  for (std::size_t g = 0; g < left_.size(); ++g) {
    left_[g].store(s.group_chunks[g], std::memory_order_relaxed);
  }
  const auto start = Clock::now();
  parallel_for(static_cast<std::int64_t>(items), s.threads, [&](std::int64_t item) {
    const auto i = static_cast<std::size_t>(item);
    if (i < chunks) {
      work_on_chunk(s, i, s.step);
      move_groups(s, i);
    } else {
      const auto group_start = Clock::now();
      const std::size_t group = s.loose_groups[i - chunks];
      reports_[group] = end_and_start_step(s, group);
      results_[i].motion_seconds = seconds_since(group_start);
    }
  });
  sum_up(s, seconds_since(start));
  bool left = move_held(s);
  for (const GroupReport& report : reports_) {
    take_report(s, report);
    left = left || report.left;
  }
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
