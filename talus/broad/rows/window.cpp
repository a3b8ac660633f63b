#include "talus/broad/rows/window.h"

#include <algorithm>
#include <vector>

namespace talus::broad::rows {
namespace {

// Volumes side by side that rows can resolve (layer.cpp: cells along a direction).
constexpr double resolved = 1 << 20;

// The window extends beyond the middle nine tenths of the sample by this many times their length on
// either side, and by this many usual sizes. A choice.
constexpr double outskirts = 16, outskirt_sizes = 1000;

// Boxes from which the quantiles are taken, and the quantiles: the middle nine tenths. Choices; of
// 1,000 boxes the number beyond a quantile of 0.05 is 50 to within 7 (its standard deviation).
constexpr std::uint64_t sample_size = 1000;
constexpr double low_quantile = 0.05, high_quantile = 0.95;

double quantile(std::vector<double>& values, double share) {
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace

BoundingBox<double> window_of(const Entries& entries, const BoundingBox<double>& bounds) {
  constexpr std::uint64_t stride = 0x9e3779b97f4a7c15u;  // golden: spread evenly
  const auto count = static_cast<std::uint64_t>(entries.count());
  BoundingBox<double> window = bounds;
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<double> lower, size;
    for (std::uint64_t i = 0; i < std::min(sample_size, count); ++i) {
      const auto& box =
          entries.box(static_cast<int>(count <= sample_size ? i : (i * stride >> 16) % count));
      lower.push_back(0.25 * box.lower[axis]);
      size.push_back(0.25 * box.upper[axis] - 0.25 * box.lower[axis]);
    }
    const double range = 0.25 * bounds.upper[axis] - 0.25 * bounds.lower[axis];
    const double usual = quantile(size, 0.5);
    if (!(range > resolved * usual)) continue;
    const double first = quantile(lower, low_quantile), last = quantile(lower, high_quantile);
    const double beyond = outskirts * (last - first) + outskirt_sizes * usual;
    window.lower[axis] = std::max(bounds.lower[axis], 4 * (first - beyond));
    window.upper[axis] = std::min(bounds.upper[axis], 4 * (last + beyond));
  }
  return window;
}

}  // namespace talus::broad::rows
