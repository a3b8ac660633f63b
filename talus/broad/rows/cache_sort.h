// A stable radix sort of keys with indices that fit into a cache. It sorts by the leading bits that
// distinguish most keys and finishes with an insertion sort. Linear in the number of keys unless
// many agree in these bits, and then no worse than sorting by comparison.
#pragma once

#include <cstdint>

#include "talus/broad/rows/scratch.h"

namespace talus::broad::rows {

struct KeyedIndex {
  std::uint64_t key;
  std::uint32_t index;
};

class CacheSort {
 public:
  // Uninitialised memory for `count` items, to be written before sort().
  KeyedIndex* items(std::size_t count);
  // Sorts the items; the returned array is valid until the next call.
  const KeyedIndex* sort(std::size_t count);

  std::size_t bytes() const { return items_.bytes() + spare_.bytes(); }

 private:
  static constexpr int most_digits = 3, most_digit_bits = 11;

  Scratch<KeyedIndex> items_, spare_;
  std::uint32_t offset_[most_digits][1 << most_digit_bits];
};

}  // namespace talus::broad::rows
