#include "talus/sim/loop/native/loop_kernels.h"

#include "talus/simd/dispatch.h"

namespace talus {

TALUS_SIMD_ENTRIES(LoopFunction, talus_contact_forces)
TALUS_SIMD_ENTRIES(LoopFunction, talus_integrate)

std::span<const LoopKernels> loop_kernels() {
  static constexpr auto all = per_simd_level([](const SimdLevel& level) {
    return LoopKernels{talus_contact_forces[level], talus_integrate[level]};
  });
  return supported(all);
}

}  // namespace talus
