#include "talus/broad/rows/radix_sort.h"

#include <algorithm>
#include <utility>

#include "talus/parallel/parallel_for.h"

namespace talus::broad::rows {
namespace {

constexpr std::uint32_t digits = 1u << RadixSort::digit_bits;

// Large enough that its table of digits is small beside it.
constexpr std::int64_t block_size = 1 << 17;

std::uint32_t digit_of(const KeyedValue& item, int shift) {
  return static_cast<std::uint32_t>(item.key() >> shift) & (digits - 1);
}

void count_digits(const KeyedValue* items, std::int64_t begin, std::int64_t end, int shift,
                  std::uint32_t* histogram) {
  std::fill_n(histogram, digits, 0u);
  for (std::int64_t i = begin; i < end; ++i) ++histogram[digit_of(items[i], shift)];
}

// Exclusive prefix sum: counts per block and digit become the index of the block's first item of
// the digit.
void to_offsets(std::uint32_t* histogram, int blocks) {
  std::uint32_t next = 0;
  for (std::uint32_t digit = 0; digit < digits; ++digit) {
    for (int block = 0; block < blocks; ++block) {
      next += std::exchange(histogram[block * digits + digit], next);
    }
  }
}

}  // namespace

KeyedValue* RadixSort::sort(KeyedValue* items, KeyedValue* spare, std::size_t count, int bits,
                            int threads) {
  if (count < 2) return items;
  const auto size = static_cast<std::int64_t>(count);
  const int blocks = static_cast<int>((size + block_size - 1) / block_size);
  std::uint32_t* const histogram = histogram_.need(std::size_t{digits} * blocks);
  for (int shift = 0; shift < bits; shift += digit_bits) {
    parallel_for_chunks(size, block_size, threads, [&](auto block, auto begin, auto end) {
      count_digits(items, begin, end, shift, histogram + digits * block);
    });
    to_offsets(histogram, blocks);
    parallel_for_chunks(size, block_size, threads, [&](auto block, auto begin, auto end) {
      const KeyedValue* const from = items;
      KeyedValue* const to = spare;
      std::uint32_t* const offset = histogram + digits * block;
      for (auto i = begin; i < end; ++i) to[offset[digit_of(from[i], shift)]++] = from[i];
    });
    std::swap(items, spare);
  }
  return items;
}

}  // namespace talus::broad::rows
