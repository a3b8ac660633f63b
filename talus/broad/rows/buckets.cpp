#include "talus/broad/rows/buckets.h"

#include <utility>

#include "talus/parallel/parallel_for.h"

namespace talus::broad::rows {
namespace {

// The boxes of a bucket and the scratch of their sort fit into a core's second-level cache, and so
// does one cache line per bucket.
constexpr std::uint32_t boxes_per_bucket = 1024, most_buckets = 2048;

// Boxes per parallel item; its table of buckets is small beside it.
constexpr std::uint32_t block_size = 1u << 16;

// Rows sampled to choose the range of the buckets.
constexpr std::uint32_t sample_size = 512;

// Sampled rows ignored at either end: 1 in 100.
constexpr std::size_t outlier_divisor = 100;

template <class Real>
ShortBox<Real> short_box(const BoundingBox<double>& box, const Frame& frame, std::int32_t entry) {
  ShortBox<Real> box_in_frame;
  for (int k = 0; k < 3; ++k) {
    box_in_frame.lower[k] = frame.value<Real>(k, box.lower);
    box_in_frame.upper[k] = frame.value<Real>(k, box.upper);
  }
  box_in_frame.entry = entry;
  return box_in_frame;
}

}  // namespace

BucketMap::BucketMap(std::vector<std::uint64_t>& rows, std::uint32_t most) {
  if (rows.empty() || most < 2) return;
  std::sort(rows.begin(), rows.end());
  const std::size_t outside = rows.size() / outlier_divisor;
  const std::uint64_t low = rows[outside], high = rows[rows.size() - 1 - outside];
  while ((high >> shift) - (low >> shift) >= most) ++shift;
  first = low >> shift;
  count = static_cast<std::uint32_t>((high >> shift) - first) + 1;
}

template <class Real>
void Buckets<Real>::choose(const Entries& entries, const std::int32_t* order, std::uint32_t count,
                           const Frame& frame, const RowKeys<Real>& keys) {
  constexpr std::uint64_t stride = 0x9e3779b97f4a7c15u;  // golden: spread evenly
  sample_.clear();
  const std::uint32_t sampled = count < 2 * boxes_per_bucket ? 0 : sample_size;
  for (std::uint64_t i = 0; i < sampled; ++i) {
    const Vec3<double>& lower = entries.box(order[(i * stride >> 16) % count]).lower;
    sample_.push_back(keys.row_of(frame.value<Real>(1, lower), frame.value<Real>(2, lower)));
  }
  map_ = BucketMap(sample_, std::min(most_buckets, count / boxes_per_bucket));
}

// Exclusive prefix sum: counts per block and bucket become the index of the block's first box of
// the bucket.
template <class Real>
void Buckets<Real>::to_offsets(int blocks) {
  const std::uint32_t count = map_.count;
  begin_.resize(count + 1);
  std::uint32_t next = 0;
  for (std::uint32_t b = 0; b < count; ++b) {
    begin_[b] = next;
    for (int block = 0; block < blocks; ++block) {
      next += std::exchange(offset_[std::size_t{count} * block + b], next);
    }
  }
  begin_[count] = next;
}

template <class Real>
void Buckets<Real>::fill(const Entries& entries, const std::int32_t* order, std::uint32_t count,
                         const Frame& frame, const RowKeys<Real>& keys, int threads) {
  choose(entries, order, count, frame, keys);
  const int blocks = static_cast<int>((count + block_size - 1) / block_size);
  const BucketMap map = map_;
  std::uint16_t* const bucket_of = bucket_of_.need(count);
  std::uint32_t* const offsets = offset_.need(std::size_t{map.count} * blocks);
  ShortBox<Real>* const boxes = boxes_.need(count);
  parallel_for_chunks(count, block_size, threads, [&](auto block, auto begin, auto end) {
    std::uint32_t* const counts = offsets + map.count * block;
    std::fill_n(counts, map.count, 0u);
    for (auto i = static_cast<std::uint32_t>(begin); i < end; ++i) {
      const Vec3<double>& lower = entries.box(order[i]).lower;
      const std::uint32_t b =
          map.bucket(keys.row_of(frame.value<Real>(1, lower), frame.value<Real>(2, lower)));
      bucket_of[i] = static_cast<std::uint16_t>(b);
      ++counts[b];
    }
  });
  to_offsets(blocks);
  parallel_for_chunks(count, block_size, threads, [&](auto block, auto begin, auto end) {
    std::uint32_t* const offset = offsets + map.count * block;
    for (auto i = static_cast<std::uint32_t>(begin); i < end; ++i) {
      boxes[offset[bucket_of[i]]++] = short_box<Real>(entries.box(order[i]), frame, order[i]);
    }
  });
}

template class Buckets<float>;
template class Buckets<double>;

}  // namespace talus::broad::rows
