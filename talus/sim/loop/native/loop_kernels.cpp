#include "talus/sim/loop/native/loop_kernels.h"

#if defined(__x86_64__)

#include "talus/simd/instruction_sets.h"

#define TALUS_DECLARE(level)                   \
  void talus_push_##level(void*, const void*); \
  void talus_move_##level(void*, const void*);
#define TALUS_KERNELS(level) \
  { talus_push_##level, talus_move_##level }

extern "C" {
TALUS_DECLARE(x86_64_v4)
TALUS_DECLARE(x86_64_v3)
TALUS_DECLARE(x86_64)
}

namespace talus {

std::span<const LoopKernels> loop_kernels() {
  static constexpr LoopKernels all[] = {TALUS_KERNELS(x86_64_v4), TALUS_KERNELS(x86_64_v3),
                                        TALUS_KERNELS(x86_64)};
  static const int level = x86_64_level();
  return std::span(all).subspan(level == 4 ? 0 : (level == 3 ? 1 : 2));
}

}  // namespace talus

#else

#include "talus/sim/loop/native/move_free.h"
#include "talus/sim/loop/native/push_contacts.h"

namespace talus {
namespace {

template <Law law>
void push_each_by(PushRows& rows, const PushOrder& order) {
  for (int i = 0; i < rows.count; ++i) push_contacts<law, double>(rows, i, order);
}

void push_each(void* rows, const void* order) {
  PushRows& own = *static_cast<PushRows*>(rows);
  const PushOrder& how = *static_cast<const PushOrder*>(order);
  switch (static_cast<Law>(how.law)) {
    case Law::linear:
      return push_each_by<Law::linear>(own, how);
    case Law::hertz_mindlin:
      return push_each_by<Law::hertz_mindlin>(own, how);
    case Law::volume:
      return push_each_by<Law::volume>(own, how);
  }
}

void move_each(void* rows, const void* order) {
  MoveRows& own = *static_cast<MoveRows*>(rows);
  for (int i = 0; i < own.count; ++i) {
    move_free<double>(own, i, *static_cast<const MoveOrder*>(order));
  }
}

}  // namespace

std::span<const LoopKernels> loop_kernels() {
  static constexpr LoopKernels one_by_one[] = {{push_each, move_each}};
  return one_by_one;
}

}  // namespace talus

#endif
