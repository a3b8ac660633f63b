// The last pass of the sort: keys hold a coordinate truncated to position_bits.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "talus/broad/rows/layer.h"

namespace talus::broad::rows {

// Sorts a row that is sorted by truncated coordinates by the full coordinates.
template <class Real>
class RowOrder {
 public:
  explicit RowOrder(BoxStore<Real>& store) : store_(store) {}

  void sort(Run run) {
    Real* const lower = store_.lower[0].data();
    constexpr std::uint64_t moves_per_box = 8;  // beyond that, sorting by comparison is cheaper
    std::uint64_t budget = moves_per_box * run.size();
    for (std::uint32_t i = run.begin + 1; i < run.end; ++i) {
      std::uint32_t to = i;
      while (to > run.begin && lower[to - 1] > lower[i] && budget > 0) --to, --budget;
      if (budget == 0) return sort_all(run);
      if (to == i) continue;
      for (int k = 0; k < 3; ++k) rotate(store_.lower[k].data(), to, i);
      for (int k = 0; k < 3; ++k) rotate(store_.upper[k].data(), to, i);
      rotate(store_.entry.data(), to, i);
    }
  }

 private:
  template <class T>
  static void rotate(T* data, std::uint32_t to, std::uint32_t from) {
    std::rotate(data + to, data + from, data + from + 1);
  }

  // Many boxes within one step of the key: a cluster that is small beside the scene.
  void sort_all(Run run) {
    std::vector<std::uint32_t> order(run.size());
    std::iota(order.begin(), order.end(), run.begin);
    const Real* const lower = store_.lower[0].data();
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t i, std::uint32_t j) { return lower[i] < lower[j]; });
    for (int k = 0; k < 3; ++k)
      permute(store_.lower[k].data() + run.begin, order, run, lower_copy_);
    for (int k = 0; k < 3; ++k)
      permute(store_.upper[k].data() + run.begin, order, run, lower_copy_);
    permute(store_.entry.data() + run.begin, order, run, entry_copy_);
  }
  template <class T>
  static void permute(T* data, const std::vector<std::uint32_t>& order, Run run,
                      std::vector<T>& copy) {
    copy.assign(data, data + run.size());
    for (std::uint32_t i = 0; i < run.size(); ++i) data[i] = copy[order[i] - run.begin];
  }

  BoxStore<Real>& store_;
  std::vector<Real> lower_copy_;
  std::vector<std::int32_t> entry_copy_;
};

}  // namespace talus::broad::rows
