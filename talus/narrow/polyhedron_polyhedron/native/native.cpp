#include "talus/narrow/polyhedron_polyhedron/native/native.h"

#include <array>

#include "talus/narrow/polyhedron_polyhedron/polyhedron_polyhedron_certified.h"
#include "talus/simd/instruction_sets.h"

#if defined(__x86_64__)

extern "C" {
bool talus_certify_x86_64_v4(const void*, const void*, const void*, void*, void*);
bool talus_certify_x86_64_v3(const void*, const void*, const void*, void*, void*);
bool talus_certify_x86_64(const void*, const void*, const void*, void*, void*);
void talus_round_x86_64_v4(const void*, void*);
void talus_round_x86_64_v3(const void*, void*);
void talus_round_x86_64(const void*, void*);
}

namespace talus::polyhedron_polyhedron {

std::span<const NativeKernel> native_kernels() {
  static constexpr std::array all{
      NativeKernel{"x86-64-v4", talus_certify_x86_64_v4, talus_round_x86_64_v4},
      NativeKernel{"x86-64-v3", talus_certify_x86_64_v3, talus_round_x86_64_v3},
      NativeKernel{"x86-64", talus_certify_x86_64, talus_round_x86_64}};
  const int level = x86_64_level();
  return std::span(all).subspan(level == 4 ? 0 : (level == 3 ? 1 : 2));
}

Contact<double> certified_native(const PolyhedronView<double>& a, const PolyhedronView<double>& b,
                                 const RelativePose<double>& b_in_a,
                                 const Settings<double>& settings, Cache<double>& cache) {
  static const auto certify_best = native_kernels().front().certify;
  Contact<double> answer;
  if (!certify_best(&a, &b, &b_in_a, &cache, &answer)) {
    answer = fallback_contact(a, b, b_in_a, settings, cache);
  }
  return answer;
}

RoundedDepth<double> rounded_native(const RoundedQuery<double>& query) {
  static const auto round_best = native_kernels().front().round;
  RoundedDepth<double> answer;
  round_best(&query, &answer);
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

RoundedDepth<double> rounded_native(const RoundedQuery<double>& query) {
  return rounded_depth(query);
}

}  // namespace talus::polyhedron_polyhedron

#endif
