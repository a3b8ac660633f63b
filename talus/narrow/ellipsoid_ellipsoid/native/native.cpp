#include "talus/narrow/ellipsoid_ellipsoid/native/native.h"

#include <array>

#if defined(__x86_64__)

extern "C" {
unsigned talus_ellipsoids_contact_x86_64_v4(void*);
unsigned talus_ellipsoids_contact_x86_64_v3(void*);
unsigned talus_ellipsoids_contact_x86_64(void*);
unsigned talus_ellipsoids_gap_x86_64_v4(void*, unsigned*);
unsigned talus_ellipsoids_gap_x86_64_v3(void*, unsigned*);
unsigned talus_ellipsoids_gap_x86_64(void*, unsigned*);
}

namespace talus::ellipsoid_ellipsoid {

std::span<const NativeKernel> native_kernels() {
  static constexpr std::array all{
      NativeKernel{"x86-64-v4", 8, talus_ellipsoids_contact_x86_64_v4,
                   talus_ellipsoids_gap_x86_64_v4},
      NativeKernel{"x86-64-v3", 4, talus_ellipsoids_contact_x86_64_v3,
                   talus_ellipsoids_gap_x86_64_v3},
      NativeKernel{"x86-64", 2, talus_ellipsoids_contact_x86_64, talus_ellipsoids_gap_x86_64}};
  static const std::size_t first = [] {
    __builtin_cpu_init();
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    const bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd");
    return v3 ? (v4 ? 0 : 1) : 2;
  }();
  return std::span(all).subspan(first);
}

}  // namespace talus::ellipsoid_ellipsoid

#else

namespace talus::ellipsoid_ellipsoid {

std::span<const NativeKernel> native_kernels() { return {}; }

}  // namespace talus::ellipsoid_ellipsoid

#endif
