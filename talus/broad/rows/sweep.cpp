#include "talus/broad/rows/sweep.h"

#include <type_traits>

#include "talus/simd/dispatch.h"

namespace talus::broad::rows {

// Arguments are the addresses of those of sweep_two and sweep_one.
using SweepTwoFunction = void(const void* boxes, const void* a, const void* b, const void* span_b,
                              const void* reach_b, void* found);
using SweepOneFunction = void(const void* boxes, const void* a, void* found);
TALUS_SIMD_ENTRIES(SweepTwoFunction, talus_sweep_two_float)
TALUS_SIMD_ENTRIES(SweepTwoFunction, talus_sweep_two_double)
TALUS_SIMD_ENTRIES(SweepOneFunction, talus_sweep_one_float)
TALUS_SIMD_ENTRIES(SweepOneFunction, talus_sweep_one_double)

template <class Real>
void sweep_two(const SortedBoxes<Real>& boxes, Run a, Run b, const Span<Real>& span_b, Real reach_b,
               Found& found) {
  static SweepTwoFunction* const best =
      best_entry(std::is_same_v<Real, float> ? talus_sweep_two_float : talus_sweep_two_double);
  best(&boxes, &a, &b, &span_b, &reach_b, &found);
}

template <class Real>
void sweep_one(const SortedBoxes<Real>& boxes, Run a, Found& found) {
  static SweepOneFunction* const best =
      best_entry(std::is_same_v<Real, float> ? talus_sweep_one_float : talus_sweep_one_double);
  best(&boxes, &a, &found);
}

template void sweep_two(const SortedBoxes<float>&, Run, Run, const Span<float>&, float, Found&);
template void sweep_two(const SortedBoxes<double>&, Run, Run, const Span<double>&, double, Found&);
template void sweep_one(const SortedBoxes<float>&, Run, Found&);
template void sweep_one(const SortedBoxes<double>&, Run, Found&);

}  // namespace talus::broad::rows
