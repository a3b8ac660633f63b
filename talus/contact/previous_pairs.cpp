#include "talus/contact/previous_pairs.h"

#include <algorithm>
#include <utility>

namespace talus {

PreviousPairs::PreviousPairs(NeighbourList list, const std::vector<std::int32_t>& slot_before)
    : list_(std::move(list)), slot_before_(slot_before) {
  std::int32_t last = -1;  // bodies may have been removed: the list may have more slots
  for (const std::int32_t slot : slot_before) last = std::max(last, slot);
  for (const PairBlock& block : list_.blocks) {
    for (const std::int32_t a : block.a) last = std::max(last, a);
  }
  start_.resize(static_cast<std::size_t>(last) + 2);
  for (const PairBlock& block : list_.blocks) {
    for (const std::int32_t a : block.a) ++start_[static_cast<std::size_t>(a) + 1];
  }
  for (std::size_t i = 0; i + 1 < start_.size(); ++i) start_[i + 1] += start_[i];
  index_.resize(static_cast<std::size_t>(start_.back()));
  std::vector<std::int64_t> next(start_.begin(), start_.end() - 1);
  for (std::size_t b = 0; b < list_.blocks.size(); ++b) {
    for (std::size_t k = 0; k < list_.blocks[b].size(); ++k) {
      std::int64_t& at = next[static_cast<std::size_t>(list_.blocks[b].a[k])];
      index_[static_cast<std::size_t>(at++)] = {static_cast<std::uint32_t>(b),
                                                static_cast<std::uint32_t>(k)};
    }
  }
}

const PreviousPairs::PairIndex* PreviousPairs::find(const PairBlock& block, std::size_t k,
                                                    const std::vector<Vec3<double>>& shift) const {
  const std::int32_t a = slot_before_[static_cast<std::size_t>(block.a[k])];
  const std::int32_t b = slot_before_[static_cast<std::size_t>(block.b[k])];
  if (a < 0 || b < 0) return nullptr;
  const auto first = static_cast<std::size_t>(a);
  for (std::int64_t e = start_[first]; e < start_[first + 1]; ++e) {
    const PairIndex& index = index_[static_cast<std::size_t>(e)];
    const PairBlock& old = list_.blocks[index.block];
    if (old.b[index.pair] == b &&
        (block.image.empty() || list_.shift[old.image[index.pair]] == shift[block.image[k]])) {
      return &index;
    }
  }
  return nullptr;
}

void PreviousPairs::move_to(PairBlock& block, const std::vector<Vec3<double>>& shift) {
  for (std::size_t k = 0; k < block.size(); ++k) {
    const PairIndex* index = find(block, k, shift);
    if (index == nullptr) continue;
    PairBlock& old = list_.blocks[index->block];
    const std::size_t from = index->pair;
    if (!block.safe_until.empty()) block.safe_until[k] = old.safe_until[from];
    if (!block.touching.empty()) block.touching[k] = old.touching[from];
    if (!block.history.empty()) block.history[k] = old.history[from];
    if (!block.rolling.empty()) block.rolling[k] = old.rolling[from];
    if (!block.spot.empty()) block.spot[k] = old.spot[from];
    if (!block.bulged.empty()) block.bulged[k] = old.bulged[from];
    if (!block.cache.empty()) block.cache.copy(k, old.cache, from);
    if (!block.surface.empty()) block.surface[k] = old.surface[from];
    if (!block.features.empty()) block.features[k] = std::move(old.features[from]);
    if (!block.facet_pairs.empty()) {
      block.facet_pairs[k] = std::move(old.facet_pairs[from]);
    }
    if (!block.points.empty()) block.points[k] = std::move(old.points[from]);
  }
}

}  // namespace talus
