// A stable radix sort of keys with values. Linear; the blocks, and so the result, do not depend on
// the number of threads.
#pragma once

#include <cstdint>

#include "talus/broad/rows/scratch.h"

namespace talus::broad::rows {

// 12 bytes instead of 16: memory bandwidth bounds the sort.
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

  // Sorts by the lowest `bits` bits. `spare` holds `count` items; the result is in the returned
  // one of the two arrays.
  KeyedValue* sort(KeyedValue* items, KeyedValue* spare, std::size_t count, int bits, int threads);

  std::size_t bytes() const { return histogram_.bytes(); }

 private:
  Scratch<std::uint32_t> histogram_;
};

}  // namespace talus::broad::rows
