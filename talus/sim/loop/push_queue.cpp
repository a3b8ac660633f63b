#include "talus/sim/loop/push_queue.h"

#include "talus/sim/loop/native/loop_kernels.h"

namespace talus {
namespace {

// Kernels read bodies, memories and shares as lines of numbers.
static_assert(sizeof(BodyState) == 16 * sizeof(double));
static_assert(sizeof(PairMemory) == 8 * sizeof(double));
static_assert(sizeof(Share) == 8 * sizeof(double));

double sum_of(const Row& row) {
  double sum = 0.0;
  for (const double value : row) sum += value;
  return sum;
}

}  // namespace

PushQueue::PushQueue(LoopState& s, const PairChunk& chunk, bool spheres, double step,
                     ContactSums& sums)
    : s_(s),
      block_(s.blocks[static_cast<std::size_t>(chunk.block)]),
      shares_(s.share.data() + chunk.first_share),
      periodic_(!block_.image.empty()),
      order_{static_cast<int>(s.setup.law), !block_.rolling.empty(), spheres, step},
      sums_(sums) {}

PushQueue::~PushQueue() {
  if (rows_.count > 0) push_all();
  sums_.elastic += sum_of(rows_.elastic);
  sums_.damping += sum_of(rows_.damping);
  sums_.friction += sum_of(rows_.friction_heat);
  sums_.rolling += sum_of(rows_.rolling_heat);
  sums_.boundary_work += sum_of(rows_.boundary_work);
  for (const double overlap : rows_.largest_overlap) {
    sums_.largest_overlap = larger(sums_.largest_overlap, overlap);
  }
}

void PushQueue::push_all() {
  static const LoopKernel kernel = loop_kernels().front().push;
  const auto count = static_cast<std::size_t>(rows_.count);
  for (std::size_t i = count; i < PushRows::size; ++i) {
    rows_.state_a[i] = rows_.state_a[0];
    rows_.state_b[i] = rows_.state_b[0];
    rows_.memory[i] = rows_.memory[0];
  }
  kernel(&rows_, &order_);
  sums_.count += rows_.count;
  rows_.count = 0;
  if (!order_.rolls) return;
  for (std::size_t i = 0; i < count; ++i) {
    const PushRows::Spring& roll = rows_.roll;
    block_.rolling[pair_[i]] = {{roll.load[0][i], roll.load[1][i], roll.load[2][i]},
                                roll.stiffness[i]};
  }
}

}  // namespace talus
