#include "talus/broad/curve_order.h"

#include <algorithm>
#include <limits>

#include "talus/broad/rows/radix_sort.h"
#include "talus/parallel/parallel_for.h"

namespace talus::broad {
namespace {

constexpr int steps_bits = 16;  // three coordinates fit a 48-bit key

// Volumes per parallel item: enough that handing it out costs nothing beside it.
constexpr int chunk_size = 1 << 12;

// Skilling, AIP Conference Proceedings 707 (2004), AxestoTranspose, and the bits of the three
// coordinates taken in turn.
std::uint64_t position_on_curve(std::uint32_t (&x)[3]) {
  for (std::uint32_t q = 1u << (steps_bits - 1); q > 1; q >>= 1) {
    const std::uint32_t p = q - 1;
    for (int i = 0; i < 3; ++i) {
      if ((x[i] & q) != 0) {
        x[0] ^= p;
      } else {
        const std::uint32_t t = (x[0] ^ x[i]) & p;
        x[0] ^= t;
        x[i] ^= t;
      }
    }
  }
  x[1] ^= x[0];
  x[2] ^= x[1];
  std::uint32_t t = 0;
  for (std::uint32_t q = 1u << (steps_bits - 1); q > 1; q >>= 1) {
    if ((x[2] & q) != 0) t ^= q - 1;
  }
  std::uint64_t position = 0;
  for (int bit = steps_bits - 1; bit >= 0; --bit) {
    for (int i = 0; i < 3; ++i) position = position << 1 | (((x[i] ^ t) >> bit) & 1);
  }
  return position;
}

}  // namespace

std::vector<std::int32_t> curve_order(std::span<const BoundingBox<double>> box, int threads) {
  // Quarters and halves, so that nothing overflows.
  const auto middle = [&](std::size_t i, int axis) {
    return 0.25 * box[i].lower[axis] + 0.25 * box[i].upper[axis];
  };
  double lower[3], per_length[3];
  for (int axis = 0; axis < 3; ++axis) {
    double least = std::numeric_limits<double>::max(), most = -least;
    for (std::size_t i = 0; i < box.size(); ++i) {
      least = std::min(least, middle(i, axis));
      most = std::max(most, middle(i, axis));
    }
    lower[axis] = least;
    per_length[axis] = most > least ? ((1 << steps_bits) - 1) / (most - least) : 0;
  }
  const int count = static_cast<int>(box.size());
  rows::Scratch<rows::KeyedValue> items, spare;
  items.need(count);
  spare.need(count);
  parallel_for_chunks(count, chunk_size, threads, [&](std::int64_t, auto begin, auto end) {
    for (auto i = static_cast<int>(begin); i < end; ++i) {
      std::uint32_t step[3];
      for (int axis = 0; axis < 3; ++axis) {
        step[axis] = static_cast<std::uint32_t>((middle(i, axis) - lower[axis]) * per_length[axis]);
      }
      items[i] = {position_on_curve(step), i};
    }
  });
  rows::RadixSort sort;
  const rows::KeyedValue* const sorted =
      sort.sort(items.data(), spare.data(), count, 3 * steps_bits, threads);
  std::vector<std::int32_t> order(count);
  for (int i = 0; i < count; ++i) order[i] = sorted[i].value;
  return order;
}

}  // namespace talus::broad
