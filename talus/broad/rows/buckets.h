// A coarse first sort: the boxes of a class in buckets of neighbouring rows, each small enough to
// be sorted in a core's cache. Every box moves through memory once, and threads sort buckets
// independently.
#pragma once

#include <vector>

#include "talus/broad/rows/entries.h"
#include "talus/broad/rows/row_keys.h"
#include "talus/broad/rows/scratch.h"

namespace talus::broad::rows {

// A box in the coordinates of the frame, half a cache line.
template <class Real>
struct alignas(8 * sizeof(Real)) ShortBox {
  Real lower[3], upper[3];
  std::int32_t entry;
};

// Maps rows to buckets by a monotone function, so that no row is split. The buckets divide the
// range of the sampled rows, without the outermost hundredths, evenly; for a cluster in a void this
// is the range of the cluster.
struct BucketMap {
  std::uint64_t first = 0;
  int shift = 0;
  std::uint32_t count = 1;

  BucketMap() = default;
  BucketMap(std::vector<std::uint64_t>& sampled_rows, std::uint32_t most);

  std::uint32_t bucket(std::uint64_t row) const {
    const std::uint64_t number = row >> shift;
    return number <= first
               ? 0
               : static_cast<std::uint32_t>(std::min<std::uint64_t>(number - first, count - 1));
  }
};

template <class Real>
class Buckets {
 public:
  // The entries order[0..count) in stable order by bucket; the same for any number of threads.
  void fill(const Entries& entries, const std::int32_t* order, std::uint32_t count,
            const Frame& frame, const RowKeys<Real>& keys, int threads);

  std::uint32_t count() const { return map_.count; }
  std::uint32_t begin(std::uint32_t bucket) const { return begin_[bucket]; }
  std::uint32_t end(std::uint32_t bucket) const { return begin_[bucket + 1]; }
  const ShortBox<Real>* boxes() const { return boxes_.data(); }

  std::size_t bytes() const { return boxes_.bytes() + bucket_of_.bytes() + offset_.bytes(); }

 private:
  void choose(const Entries& entries, const std::int32_t* order, std::uint32_t count,
              const Frame& frame, const RowKeys<Real>& keys);
  void to_offsets(int blocks);

  BucketMap map_;
  std::vector<std::uint32_t> begin_;
  std::vector<std::uint64_t> sample_;
  Scratch<std::uint16_t> bucket_of_;
  Scratch<std::uint32_t> offset_;  // of the next box of every bucket, block by block
  Scratch<ShortBox<Real>> boxes_;
};

}  // namespace talus::broad::rows
