// A stable sort of keys that fit into a cache, each with an index: digit by digit from the lowest,
// of as many leading bits as tell most of them apart; a last touch puts the few others in order.
// Linear in their number unless many keys agree in these bits, and then no worse than sorting by
// comparison.
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
  // Room to write `count` items to.
  KeyedIndex* items(std::size_t count);
  // Sorts them; they are where it says, until the next call.
  const KeyedIndex* sort(std::size_t count);

  std::size_t bytes() const { return items_.bytes() + spare_.bytes(); }

 private:
  static constexpr int most_digits = 3, most_digit_bits = 11;

  Scratch<KeyedIndex> items_, spare_;
  std::uint32_t place_[most_digits][1 << most_digit_bits];
};

}  // namespace talus::broad::rows
