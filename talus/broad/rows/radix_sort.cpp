#include "talus/broad/rows/radix_sort.h"

#include <algorithm>
#include <utility>

namespace talus::broad::rows {
namespace {

constexpr std::uint32_t digits = 1u << RadixSort::digit_bits;

// Large enough that its table of digits is small beside it.
constexpr std::size_t block_size = 1u << 17;

std::uint32_t digit_of(const KeyedValue& item, int shift) {
  return static_cast<std::uint32_t>(item.key() >> shift) & (digits - 1);
}

void count_digits(const KeyedValue* items, std::size_t begin, std::size_t end, int shift,
                  std::uint32_t* histogram) {
  std::fill_n(histogram, digits, 0u);
  for (std::size_t i = begin; i < end; ++i) ++histogram[digit_of(items[i], shift)];
}

// From counts per block to the place of the block's first item of every digit.
void to_places(std::uint32_t* histogram, int blocks) {
  std::uint32_t place = 0;
  for (std::uint32_t digit = 0; digit < digits; ++digit) {
    for (int block = 0; block < blocks; ++block) {
      place += std::exchange(histogram[block * digits + digit], place);
    }
  }
}

}  // namespace

KeyedValue* RadixSort::sort(KeyedValue* items, KeyedValue* spare, std::size_t count, int bits,
                            int threads) {
  if (count < 2) return items;
  const int blocks = static_cast<int>((count + block_size - 1) / block_size);
  std::uint32_t* const histogram = histogram_.need(std::size_t{digits} * blocks);
  for (int shift = 0; shift < bits; shift += digit_bits) {
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
    for (int block = 0; block < blocks; ++block) {
      count_digits(items, block * block_size, std::min(count, (block + 1) * block_size), shift,
                   histogram + std::size_t{digits} * block);
    }
    to_places(histogram, blocks);
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
    for (int block = 0; block < blocks; ++block) {
      std::uint32_t* const place = histogram + std::size_t{digits} * block;
      const std::size_t end = std::min(count, (block + 1) * block_size);
      for (std::size_t i = block * block_size; i < end; ++i) {
        spare[place[digit_of(items[i], shift)]++] = items[i];
      }
    }
    std::swap(items, spare);
  }
  return items;
}

}  // namespace talus::broad::rows
