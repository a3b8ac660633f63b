#include "talus/sim/loop/native/loop_kernels.h"

#include "talus/simd/dispatch.h"

namespace talus {

TALUS_SIMD_ENTRIES(LoopFunction, talus_push)
TALUS_SIMD_ENTRIES(LoopFunction, talus_move)

std::span<const LoopKernels> loop_kernels() {
  static constexpr auto all = per_simd_level([](const SimdLevel& level) {
    return LoopKernels{talus_push[level], talus_move[level]};
  });
  return supported(all);
}

}  // namespace talus
