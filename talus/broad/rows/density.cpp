#include "talus/broad/rows/density.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "talus/math/split_mix.h"

namespace talus::broad::rows {
namespace {

// Hash: the same scene always gives the same sample.
std::uint64_t scrambled(std::uint64_t x) { return split_mix(x + split_mix_step); }

// Expected number of sampled pairs at one neighbour per cell: its standard deviation is 1 /
// sqrt(50), about 15 %.
constexpr double pairs_for_one_neighbour = 50;

}  // namespace

void DensityProbe::start(int count) {
  sample_size_ = static_cast<std::uint64_t>(std::sqrt(2 * pairs_for_one_neighbour * count)) + 1;
  sample_size_ = std::min<std::uint64_t>(sample_size_, count);
  sample_.clear();
  total_ = count;
}

int DensityProbe::index(std::uint64_t i, int count) const {
  if (sample_size_ == static_cast<std::uint64_t>(count)) return static_cast<int>(i);
  return static_cast<int>(scrambled(i) % static_cast<std::uint64_t>(count));
}

// Nothing is its own neighbour.
void DensityProbe::finish() {
  std::sort(sample_.begin(), sample_.end(),
            [](const Sample& a, const Sample& b) { return a.entry < b.entry; });
  sample_.erase(std::unique(sample_.begin(), sample_.end(),
                            [](const Sample& a, const Sample& b) { return a.entry == b.entry; }),
                sample_.end());
}

double DensityProbe::neighbours(const double (&cell)[3], const std::vector<char>& marked) {
  const std::size_t slots = std::bit_ceil(2 * sample_.size() + 2);
  table_.assign(slots, {0, 0});
  double per_cell[3];
  for (int axis = 0; axis < 3; ++axis) per_cell[axis] = cell[axis] > 0 ? 1 / cell[axis] : 0;
  std::uint64_t pairs = 0, members = 0;
  for (const Sample& s : sample_) {
    if (!marked[s.kind]) continue;
    ++members;
    std::uint64_t key = 1;
    for (int axis = 0; axis < 3; ++axis) {
      // + 0.0: the cells at -0 and 0 are the same.
      const double index = std::floor(s.lower[axis] * per_cell[axis]) + 0.0;
      key = scrambled(key ^ std::bit_cast<std::uint64_t>(index));
    }
    std::size_t slot = key & (slots - 1);
    while (table_[slot].count > 0 && table_[slot].key != key) slot = (slot + 1) & (slots - 1);
    table_[slot].key = key;
    pairs += table_[slot].count++;
  }
  if (members == 0) return 0;
  const double share = static_cast<double>(sample_.size()) / static_cast<double>(total_);
  return 2 * static_cast<double>(pairs) / static_cast<double>(members) / share;
}

}  // namespace talus::broad::rows
