#include "talus/broad/rows/cache_sort.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace talus::broad::rows {
namespace {

// Bits sorted by beyond log2(count): about 1 in 2^4 items then agrees with another in all of them.
constexpr int spare_bits = 4;

// Below this many items insertion sort is faster than a pass of digits; a choice.
constexpr std::size_t few_items = 64;

// Moves per item after which insertion sort gives way to a sort by comparison.
constexpr std::size_t moves_per_item = 8;

void stable_sort(KeyedIndex* items, std::size_t count) {
  std::stable_sort(items, items + count,
                   [](const KeyedIndex& a, const KeyedIndex& b) { return a.key < b.key; });
}

// For nearly sorted items.
void insertion_sort(KeyedIndex* items, std::size_t count) {
  std::size_t budget = moves_per_item * count;
  for (std::size_t i = 1; i < count; ++i) {
    if (items[i - 1].key <= items[i].key) continue;
    const KeyedIndex item = items[i];
    std::size_t to = i;
    for (; to > 0 && items[to - 1].key > item.key; --to) items[to] = items[to - 1];
    items[to] = item;
    if (i - to > budget) return stable_sort(items, count);
    budget -= i - to;
  }
}

}  // namespace

KeyedIndex* CacheSort::items(std::size_t count) {
  spare_.need(count);
  return items_.need(count);
}

const KeyedIndex* CacheSort::sort(std::size_t count) {
  KeyedIndex *items = items_.data(), *spare = spare_.data();
  if (count < few_items) {
    insertion_sort(items, count);
    return items;
  }
  std::uint64_t least = items[0].key, most = items[0].key;
  for (std::size_t i = 1; i < count; ++i) {
    least = std::min(least, items[i].key);
    most = std::max(most, items[i].key);
  }
  const int all = std::bit_width(most - least);
  const int bits = std::min(
      {all, static_cast<int>(std::bit_width(count)) + spare_bits, most_digits * most_digit_bits});
  const int digits = bits <= 2 * most_digit_bits ? 2 : 3;
  const int digit_bits = (bits + digits - 1) / digits, dropped = all - bits;
  const std::uint32_t last = (1u << digit_bits) - 1;
  for (int d = 0; d < digits; ++d) std::fill_n(offset_[d], last + 1, 0u);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t key = (items[i].key - least) >> dropped;
    for (int d = 0; d < digits; ++d) ++offset_[d][key >> (d * digit_bits) & last];
  }
  for (int d = 0; d < digits; ++d) {
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i <= last; ++i) sum += std::exchange(offset_[d][i], sum);
    const int shift = dropped + d * digit_bits;
    for (std::size_t i = 0; i < count; ++i) {
      spare[offset_[d][(items[i].key - least) >> shift & last]++] = items[i];
    }
    std::swap(items, spare);
  }
  if (dropped > 0) insertion_sort(items, count);
  return items;
}

}  // namespace talus::broad::rows
