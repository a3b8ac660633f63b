// A stable sort of keys with a value each, digit by digit from the lowest: linear in their number.
// The blocks that threads work on do not depend on how many threads there are, nor does the result.
#pragma once

#include <cstdint>

#include "talus/broad/rows/scratch.h"

namespace talus::broad::rows {

// In three words and not four: the sort is bound by memory.
struct KeyedValue {
  std::uint32_t low, high;
  std::int32_t value;

  KeyedValue(std::uint64_t key, std::int32_t v)
      : low(static_cast<std::uint32_t>(key)),
        high(static_cast<std::uint32_t>(key >> 32)),
        value(v) {}
  std::uint64_t key() const { return std::uint64_t{high} << 32 | low; }
};

class RadixSort {
 public:
  static constexpr int digit_bits = 11;

  // Sorts by the lowest `bits` bits. `spare` has room for `count`, and the result is in whichever
  // of the two arrays is returned.
  KeyedValue* sort(KeyedValue* items, KeyedValue* spare, std::size_t count, int bits, int threads);

  std::size_t bytes() const { return histogram_.bytes(); }

 private:
  Scratch<std::uint32_t> histogram_;
};

}  // namespace talus::broad::rows
