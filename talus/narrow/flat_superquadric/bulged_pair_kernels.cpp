#include "talus/narrow/flat_superquadric/bulged_pair_kernels.h"

#include "talus/simd/dispatch.h"

namespace talus {

TALUS_SIMD_ENTRIES(BulgedPairFunction, talus_bulged_pair_depths)

std::span<const BulgedPairKernel> bulged_pair_kernels() {
  static constexpr auto all = per_simd_level([](const SimdLevel& level) {
    return BulgedPairKernel{level.name, talus_bulged_pair_depths[level]};
  });
  return supported(all);
}

}  // namespace talus
