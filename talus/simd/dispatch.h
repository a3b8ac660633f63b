// Kernels that are compiled once per instruction set, and the choice between them at run time.
//
// talus_simd_kernel (cmake/simd.cmake) compiles a kernel source once per level of simd_levels.
// There TALUS_SIMD_ENTRY(name) is the name of an entry point for that level. A table of kernels is
// then
//
//   using Scale = void(double* numbers, int count);
//   TALUS_SIMD_ENTRIES(Scale, talus_scale)   // in namespace talus
//
//   std::span<const ScaleKernel> scale_kernels() {
//     static constexpr auto all = per_simd_level([](const SimdLevel& level) {
//       return ScaleKernel{level.name, talus_scale[level]};
//     });
//     return supported(all);
//   }
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace talus {

struct SimdLevel {
  int index;              // in simd_levels
  std::string_view name;  // of the instruction set
  int register_doubles;   // doubles in one register
};

#if defined(__x86_64__) && !defined(TALUS_SIMD_PLAIN)

// The best first, as in cmake/simd.cmake. x86-64-v3 has AVX2, x86-64-v4 has AVX-512.
inline constexpr std::array simd_levels{SimdLevel{0, "x86-64-v4", 8}, SimdLevel{1, "x86-64-v3", 4},
                                        SimdLevel{2, "x86-64", 2}};

inline int best_simd_level() {
  __builtin_cpu_init();
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd");
  return v3 ? (v4 ? 0 : 1) : 2;
}

// Declares the entry points of a kernel, of one function type, and the array that has them all.
#define TALUS_SIMD_ENTRIES(Function, name)                               \
  extern "C" Function name##_x86_64_v4, name##_x86_64_v3, name##_x86_64; \
  inline constexpr SimdEntries<Function> name{{name##_x86_64_v4, name##_x86_64_v3, name##_x86_64}};

#else

// Machines without vector kernels: the same sources with one number per register.
inline constexpr std::array simd_levels{SimdLevel{0, "plain", 1}};

inline int best_simd_level() { return 0; }

#define TALUS_SIMD_ENTRIES(Function, name) \
  extern "C" Function name##_plain;        \
  inline constexpr SimdEntries<Function> name{{name##_plain}};

#endif

template <class Function>
struct SimdEntries {
  Function* at_level[simd_levels.size()];
  constexpr Function* operator[](const SimdLevel& level) const { return at_level[level.index]; }
};

template <class MakeTable>
constexpr auto per_simd_level(const MakeTable& make_table) {
  std::array<decltype(make_table(simd_levels[0])), simd_levels.size()> tables{};
  for (const SimdLevel& level : simd_levels) tables[level.index] = make_table(level);
  return tables;
}

// The tables that this machine can run, the best first.
template <class Table>
std::span<const Table> supported(const std::array<Table, simd_levels.size()>& tables) {
  static const int best = best_simd_level();
  return std::span<const Table>(tables).subspan(best);
}

// The entry point that this machine runs best.
template <class Function>
Function* best_entry(const SimdEntries<Function>& entries) {
  return entries.at_level[best_simd_level()];
}

}  // namespace talus
