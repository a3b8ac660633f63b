// Which of the instruction sets that kernels are compiled for this machine has.
#pragma once

#if defined(__x86_64__)

namespace talus {

// 4: x86-64-v4 (AVX-512), 3: x86-64-v3 (AVX2), 1: any x86-64.
inline int x86_64_level() {
  __builtin_cpu_init();
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd");
  return v3 ? (v4 ? 4 : 3) : 1;
}

}  // namespace talus

#endif
