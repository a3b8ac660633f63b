#include "talus/sim/loop/contact_pass.h"

#include <algorithm>
#include <chrono>

#include "talus/parallel/parallel_for.h"
#include "talus/sim/loop/contact_patch.h"
#include "talus/sim/loop/contact_radius.h"
#include "talus/sim/loop/multi_contacts.h"
#include "talus/sim/loop/single_contacts.h"
#include "talus/sim/loop/sphere_contacts.h"
#include "talus/simulation.h"

namespace talus {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The force kernels are timed in one step of so many, since reading the clock costs as much as a
// small part of a kernel. A prime, so that the sample has what is done every so many steps.
constexpr std::int64_t profile_interval = 17;

bool is_sampled(const Progress& progress) { return progress.steps % profile_interval == 0; }

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

void apply_contacts(const ChunkContacts& chunk) {
  const PairBlock& block = chunk.block;
  if (block.is_sphere_pair()) {
    apply_sphere_contacts(chunk);
  } else if (block.is_sphere_on_plane()) {
    apply_sphere_plane_contacts(chunk);
  } else if (block.has_several_points()) {
    apply_multi_contacts(chunk);
  } else {
    apply_single_contacts(chunk);
  }
}

}  // namespace

void ContactPass::process_chunk(const Arguments& x, std::size_t c, double step,
                                std::vector<ContactRecord>* records) {
  Result& own = results_[c];
  const auto start = Clock::now();
  const PairChunk& chunk = x.schedule.chunks[c];
  std::vector<ForceAccumulator>& all = x.schedule.accumulators;
  std::fill(all.begin() + chunk.first_accumulator, all.begin() + chunk.last_accumulator,
            ForceAccumulator{});
  Clock::duration force_time{};
  apply_contacts(
      {x.model, x.bodies, x.neighbours.shift, x.neighbours.blocks[index(chunk.block)], chunk,
       all.data() + chunk.first_accumulator, step, x.progress.steps % curvature_interval == 0,
       x.progress.steps % moving_patch_interval == 0, x.progress.steps % patch_interval == 0,
       own.sums, records, is_sampled(x.progress) ? &force_time : nullptr});
  own.seconds = seconds_since(start);
  own.force_seconds = std::chrono::duration<double>(force_time).count();
}

// Integrates the groups whose last chunk is this one.
void ContactPass::move_groups(const ContactSchedule& schedule, std::size_t chunk,
                              BodyIntegrator& integrator) {
  const auto start = Clock::now();
  const PairChunk& own = schedule.chunks[chunk];
  for (std::int64_t k = own.first_group; k < own.last_group; ++k) {
    const std::size_t group = schedule.group_list[static_cast<std::size_t>(k)];
    if (pending_[group].fetch_sub(1, std::memory_order_acq_rel) > 1) continue;
    reports_[group] = integrator.finish_and_start_step(group);
  }
  results_[chunk].motion_seconds = seconds_since(start);
}

// `wall` seconds have passed, which are divided as the threads used theirs.
void ContactPass::sum_up(const Arguments& x, double step, double wall) {
  ContactSums& sums = x.progress.sums;
  sums = {};
  double used = 0.0;
  for (const Result& own : results_) used += own.seconds + own.motion_seconds;
  const double part = used > 0.0 ? wall / used : 0.0;
  for (std::size_t c = 0; c < results_.size(); ++c) {
    const Result& own = results_[c];
    motion_seconds_ += part * own.motion_seconds;
    if (c >= x.schedule.chunks.size()) continue;
    const PairChunk& chunk = x.schedule.chunks[c];
    sums.add(own.sums);
    pairs_ += chunk.last - chunk.first;
    Time& time = time_of(x.neighbours.blocks[index(chunk.block)]);
    time.seconds += part * own.seconds;
    if (!is_sampled(x.progress)) continue;
    time.sampled_seconds += part * own.seconds;
    time.sampled_force_seconds += part * own.force_seconds;
  }
  contacts_ += sums.count;
  if (!x.loads.empty()) add_loads(x.model, x.bodies, x.schedule, step, x.loads);
}

// Chunks of all blocks in one loop, so that threads synchronise once per step.
void ContactPass::run(const Arguments& x, double step) {
  const std::size_t chunks = x.schedule.chunks.size();
  results_.assign(chunks, {});
  records_.resize(chunks);
  for (std::vector<ContactRecord>& records : records_) records.clear();
  const auto start = Clock::now();
  parallel_for(static_cast<std::int64_t>(chunks), x.threads, [&](std::int64_t item) {
    const auto c = static_cast<std::size_t>(item);
    std::vector<ContactRecord>& records = records_[c];
    process_chunk(x, c, step, &records);
    // A list that grew has up to twice the memory it needs.
    if (records.capacity() > records.size() + records.size() / 4) records.shrink_to_fit();
  });
  sum_up(x, step, seconds_since(start));
}

StepStart ContactPass::run_and_move(const Arguments& x, BodyIntegrator& integrator) {
  const ContactSchedule& schedule = x.schedule;
  const std::size_t chunks = schedule.chunks.size();
  const std::size_t items = chunks + schedule.unpaired_groups.size();
  const std::size_t groups = x.bodies.group_count();
  results_.assign(items, {});
  reports_.assign(groups, {});
  if (pending_.size() != groups) pending_ = std::vector<std::atomic<std::int32_t>>(groups);
  for (std::size_t g = 0; g < groups; ++g) {
    pending_[g].store(schedule.chunks_of_group[g], std::memory_order_relaxed);
  }
  const auto start = Clock::now();
  parallel_for(static_cast<std::int64_t>(items), x.threads, [&](std::int64_t item) {
    const auto i = static_cast<std::size_t>(item);
    if (i < chunks) {
      process_chunk(x, i, x.model.step, nullptr);
      move_groups(schedule, i, integrator);
    } else {
      const auto group_start = Clock::now();
      const std::size_t group = schedule.unpaired_groups[i - chunks];
      reports_[group] = integrator.finish_and_start_step(group);
      results_[i].motion_seconds = seconds_since(group_start);
    }
  });
  sum_up(x, x.model.step, seconds_since(start));
  StepStart next = integrator.move_constrained();
  start_reports(x.progress);
  for (const GroupReport& report : reports_) {
    take_report(x.model, x.bodies, report, x.progress);
    next.skin_exceeded = next.skin_exceeded || report.skin_exceeded;
    next.travel.add(report.travel);
  }
  return next;
}

ContactPass::Time& ContactPass::time_of(const PairBlock& block) {
  auto time = std::find_if(times_.begin(), times_.end(), [&](const Time& t) {
    return t.kind_a == block.kind_a && t.kind_b == block.kind_b && t.walls == block.walls;
  });
  if (time == times_.end()) {
    time = times_.insert(time, {block.kind_a, block.kind_b, block.walls});
  }
  return *time;
}

std::size_t ContactPass::bytes() const {
  std::size_t total = 0;
  for (const std::vector<ContactRecord>& records : records_) {
    total += sizeof(records) + records.capacity() * sizeof(ContactRecord);
  }
  return total;
}

}  // namespace talus
