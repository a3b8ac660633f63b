#include "talus/narrow/polyhedron_polyhedron/native/native.h"

#include <array>

#include "talus/narrow/polyhedron_polyhedron/certified.h"

#if defined(__x86_64__)

extern "C" {
bool talus_certify_x86_64_v4(const void*, const void*, const void*, void*, void*);
bool talus_certify_x86_64_v3(const void*, const void*, const void*, void*, void*);
bool talus_certify_x86_64(const void*, const void*, const void*, void*, void*);
}

namespace talus::polyhedron_polyhedron {

std::span<const NativeKernel> native_kernels() {
  static constexpr std::array all{NativeKernel{"x86-64-v4", talus_certify_x86_64_v4},
                                  NativeKernel{"x86-64-v3", talus_certify_x86_64_v3},
                                  NativeKernel{"x86-64", talus_certify_x86_64}};
  __builtin_cpu_init();
  std::size_t first = 2;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")) {
    first = 1;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd")) {
      first = 0;
    }
  }
  return std::span(all).subspan(first);
}

Contact<double> certified_native(const PolyhedronView<double>& a, const PolyhedronView<double>& b,
                                 const RelativePose<double>& b_in_a,
                                 const Settings<double>& settings, Cache<double>& cache) {
  static const auto certify_best = native_kernels().front().certify;
  Contact<double> answer;
  if (!certify_best(&a, &b, &b_in_a, &cache, &answer)) {
    answer = slow_but_sure(a, b, b_in_a, settings, cache);
  }
  return answer;
}

}  // namespace talus::polyhedron_polyhedron

#else

namespace talus::polyhedron_polyhedron {

std::span<const NativeKernel> native_kernels() { return {}; }

Contact<double> certified_native(const PolyhedronView<double>& a, const PolyhedronView<double>& b,
                                 const RelativePose<double>& b_in_a,
                                 const Settings<double>& settings, Cache<double>& cache) {
  return certified(a, b, b_in_a, settings, cache);
}

}  // namespace talus::polyhedron_polyhedron

#endif
