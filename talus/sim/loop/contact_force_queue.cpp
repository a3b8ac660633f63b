#include "talus/sim/loop/contact_force_queue.h"

#include <algorithm>
#include <chrono>

#include "talus/physics/law/registry.h"
#include "talus/sim/loop/native/loop_kernels.h"

namespace talus {
namespace {

double sum_of(const Row& row) {
  double sum = 0.0;
  for (const double value : row) sum += value;
  return sum;
}

ContactForceCall call_for(const ChunkContacts& chunk) {
  const PairBlock& block = chunk.block;
  ContactForceCall call;
  call.law = chunk.model.law_index;
  call.spheres = block.is_sphere_pair();
  call.rolls = chunk.model.rolls;
  call.records = chunk.records != nullptr && !block.is_closed_form();
  call.no_tension = chunk.model.setup.no_tension;
  call.step = chunk.step;
  call.overlap_limit = chunk.model.overlap_limit;
  return call;
}

}  // namespace

ContactForceQueue::ContactForceQueue(const ChunkContacts& chunk)
    : chunk_(chunk),
      motion_(chunk.bodies.motion.data()),
      history_(chunk.block.history.data()),
      accumulator_a_(chunk.block.accumulator_a.data()),
      accumulator_b_(chunk.block.accumulator_b.data()),
      accumulators_(chunk.accumulators),
      only_material_(chunk.model.contact_materials.size() == 1
                         ? chunk.model.contact_materials.data()
                         : nullptr),
      kernel_(chunk.model.law->kernel != nullptr ? chunk.model.law->kernel
                                                 : loop_kernels().front().contact_forces),
      periodic_(!chunk.block.image.empty()),
      call_(call_for(chunk)) {
  has_patch_.fill(true);
  const bool has_walls = chunk.block.walls || chunk.block.kind_a == Kind::half_space ||
                         chunk.block.kind_b == Kind::half_space;
  if (has_walls && !chunk.model.surfaces.empty()) seen_.resize(ContactForceBatch::size);
}

ContactForceQueue::~ContactForceQueue() {
  if (batch_.count > 0) apply();
  ContactSums& sums = chunk_.sums;
  sums.count += pairs_;
  sums.elastic += sum_of(batch_.elastic);
  sums.damping += sum_of(batch_.damping);
  sums.friction += sum_of(batch_.friction_heat);
  sums.rolling += sum_of(batch_.rolling_heat);
  sums.boundary_work += sum_of(batch_.boundary_work);
  double overlap = 0.0;
  for (const double in_lane : batch_.largest_overlap) overlap = larger(overlap, in_lane);
  if (overlap > sums.largest_overlap) {
    sums.largest_overlap = overlap;
    std::copy_n(deepest_, 2, sums.deepest);
  }
}

void ContactForceQueue::apply() {
  const auto count = static_cast<std::size_t>(batch_.count);
  for (std::size_t i = count; i < ContactForceBatch::size; ++i) {
    batch_.motion_a[i] = batch_.motion_a[0];
    batch_.motion_b[i] = batch_.motion_b[0];
    batch_.history[i] = batch_.history[0];
  }
  if (chunk_.force_time != nullptr) {
    const auto start = std::chrono::steady_clock::now();
    kernel_(&batch_, &call_);
    *chunk_.force_time += std::chrono::steady_clock::now() - start;
  } else {
    kernel_(&batch_, &call_);
  }
  batch_.count = 0;
  if (batch_.deep) note_deepest(count);
  if (call_.rolls) {
    for (std::size_t i = 0; i < count; ++i) {
      *rolling_[i] = vector_from<double>(batch_.rolling, static_cast<int>(i));
    }
  }
  if (call_.records) {
    for (std::size_t i = 0; i < count; ++i) {
      Vec3<double>& sum = (*chunk_.records)[record_[i]].force;
      sum = sum + vector_from<double>(batch_.force, static_cast<int>(i));
    }
  }
}

void ContactForceQueue::add_surface_velocity(const PairBodies& p) {
  const BodyTable& bodies = chunk_.bodies;
  const bool wall_is_b = p.b < bodies.half_spaces || p.b >= bodies.body_count;
  const std::size_t wall = wall_is_b ? p.b : p.a, i = lane();
  const Vec3<double> point = vector_from<double>(batch_.point, batch_.count);
  const Vec3<double> arm = point - motion_[wall].centre - (wall_is_b ? p.shift : Vec3<double>{});
  seen_[i] = with_surface_velocity(motion_[wall], bodies.pose(wall).orientation,
                                   chunk_.model.surfaces[wall], arm,
                                   vector_from<double>(batch_.normal, batch_.count));
  seen_slot_[i] = static_cast<std::int32_t>(wall);
  (wall_is_b ? batch_.motion_b : batch_.motion_a)[i] = &seen_[i].centre.x;
}

// A lane whose maximum is above that of all batches before has it from this one.
void ContactForceQueue::note_deepest(std::size_t count) {
  batch_.deep = false;
  const auto slot = [this](const double* motion, std::size_t lane) {
    if (!seen_.empty() && motion == &seen_[lane].centre.x) return seen_slot_[lane];
    return static_cast<std::int32_t>((motion - &motion_[0].centre.x) /
                                     (sizeof(BodyMotion) / sizeof(double)));
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (!(batch_.largest_overlap[i] > deepest_overlap_)) continue;
    deepest_overlap_ = batch_.largest_overlap[i];
    deepest_[0] = slot(batch_.motion_a[i], i);
    deepest_[1] = slot(batch_.motion_b[i], i);
  }
}

}  // namespace talus
