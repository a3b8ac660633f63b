#include "talus/broad/rows/layer.h"

#include <algorithm>
#include <limits>

#include "talus/broad/rows/row_order.h"
#include "talus/parallel/parallel_for.h"

namespace talus::broad::rows {
namespace {

// Cells along a direction at most: RowKeys::key() has 20 bits for each of row and slab.
constexpr double most_cells = 1 << 20;

template <class Real>
CellAxis<Real> cell_axis(double range, double cell_length) {
  const double length = std::max(cell_length, range / most_cells);
  CellAxis<Real> axis;
  axis.per_length = length > 0 ? static_cast<Real>(1 / length) : Real(0);
  axis.count = static_cast<std::uint32_t>(std::min(range * axis.per_length, most_cells - 1)) + 1;
  return axis;
}

// The longest extent plus a bound on the rounding of the difference of two coordinates.
template <class Real>
Real reach_of(double longest, double range) {
  return static_cast<Real>(longest + 8 * std::numeric_limits<Real>::epsilon() * (range + longest));
}

template <class Real>
void include(Interval<Real>& all, const Interval<Real>& part) {
  all.lower = std::min(all.lower, part.lower);
  all.upper = std::max(all.upper, part.upper);
}

// Copies the boxes of one row to the store from index `at` on; returns their extent across the row.
template <class Real>
Span<Real> store_row(const ShortBox<Real>* boxes, const KeyedIndex* begin, const KeyedIndex* end,
                     std::uint32_t at, BoxStore<Real>& store) {
  const Run run{at, at + static_cast<std::uint32_t>(end - begin)};
  const ShortBox<Real>& any = boxes[begin->index];
  Span<Real> span{{any.lower[1], any.upper[1]}, {any.lower[2], any.upper[2]}};
  bool ordered = true;
  Real last = any.lower[0];
  for (const KeyedIndex* item = begin; item != end; ++item, ++at) {
    const ShortBox<Real>& box = boxes[item->index];
    for (int k = 0; k < 3; ++k) {
      store.lower[k][at] = box.lower[k];
      store.upper[k][at] = box.upper[k];
    }
    store.entry[at] = box.entry;
    include(span.row, {box.lower[1], box.upper[1]});
    include(span.slab, {box.lower[2], box.upper[2]});
    ordered &= box.lower[0] >= last;
    last = box.lower[0];
  }
  if (!ordered) RowOrder<Real>(store).sort(run);
  return span;
}

}  // namespace

template <class Real>
void BoxStore<Real>::need(std::size_t count) {
  for (int k = 0; k < 3; ++k) {
    for (Scratch<Real>* array : {&lower[k], &upper[k]}) {
      array->need(count + sweep_padding);
      std::fill_n(array->data() + count, sweep_padding, Real(0));
    }
  }
  entry.need(count + sweep_padding);
}

template <class Real>
std::size_t BoxStore<Real>::bytes() const {
  std::size_t sum = entry.bytes();
  for (int k = 0; k < 3; ++k) sum += lower[k].bytes() + upper[k].bytes();
  return sum;
}

// Sorts the boxes of a bucket into the store, and appends its rows to those of the worker.
template <class Real>
void LayerBuilder<Real>::sort_bucket(const RowKeys<Real>& keys, std::uint32_t bucket,
                                     std::uint32_t first, Worker& worker, BoxStore<Real>& store) {
  const std::uint32_t begin = buckets_.begin(bucket), count = buckets_.end(bucket) - begin;
  const ShortBox<Real>* const boxes = buckets_.boxes() + begin;
  KeyedIndex* const items = worker.sort.items(count);
  for (std::uint32_t i = 0; i < count; ++i) items[i] = {keys.key(boxes[i].lower), i};
  const KeyedIndex* const sorted = worker.sort.sort(count);
  constexpr int position_bits = RowKeys<Real>::position_bits;
  for (std::uint32_t i = 0; i < count;) {
    const std::uint64_t number = sorted[i].key >> position_bits;
    std::uint32_t end = i + 1;
    while (end < count && sorted[end].key >> position_bits == number) ++end;
    const std::uint32_t at = first + begin + i;
    const Span<Real> across = store_row(boxes, sorted + i, sorted + end, at, store);
    worker.rows.push_back({{at, keys.row_cell(number), across}, keys.slab_cell(number)});
    i = end;
  }
}

template <class Real>
void LayerBuilder<Real>::sort_buckets(const RowKeys<Real>& keys, std::uint32_t first, int threads,
                                      BoxStore<Real>& store) {
  workers_.resize(threads);
  parts_.resize(buckets_.count());
  for (Worker& worker : workers_) worker.rows.clear();
  parallel_for(buckets_.count(), threads, [&](std::int64_t b, int thread) {
    Worker& worker = workers_[thread];
    const auto begin = static_cast<std::uint32_t>(worker.rows.size());
    sort_bucket(keys, static_cast<std::uint32_t>(b), first, worker, store);
    parts_[b] = {thread, begin, static_cast<std::uint32_t>(worker.rows.size())};
  });
}

// Collects the rows in the order of the buckets, which is the order of the rows.
template <class Real>
void LayerBuilder<Real>::collect_rows(std::uint32_t end, Layer<Real>& layer) const {
  layer.rows.clear();
  layer.slabs.clear();
  for (const Part& part : parts_) {
    const std::vector<FoundRow>& from = workers_[part.worker].rows;
    for (std::uint32_t i = part.begin; i < part.end; ++i) {
      const auto& [row, slab] = from[i];
      if (layer.slabs.empty() || layer.slabs.back().cell != slab) {
        layer.slabs.push_back(
            {static_cast<std::uint32_t>(layer.rows.size()), slab, row.across.slab});
      }
      include(layer.slabs.back().across, row.across.slab);
      layer.rows.push_back(row);
    }
  }
  layer.slabs.push_back({static_cast<std::uint32_t>(layer.rows.size()), 0, {}});
  layer.rows.push_back({end, 0, {}});
}

template <class Real>
void LayerBuilder<Real>::build(const Entries& entries, const std::int32_t* order,
                               const SizeClass& size_class, const Frame& frame, int threads,
                               BoxStore<Real>& store, Layer<Real>& layer) {
  layer.role = size_class.role;
  for (int k = 0; k < 3; ++k) {
    layer.reach[k] =
        reach_of<Real>(frame.length(size_class.longest[frame.axis[k]]), frame.range[k]);
  }
  layer.row = cell_axis<Real>(frame.range[1], size_class.widening * layer.reach[1]);
  layer.slab = cell_axis<Real>(frame.range[2], size_class.widening * layer.reach[2]);
  const RowKeys<Real> keys(layer.row, layer.slab, frame.range[0]);
  buckets_.fill(entries, order + size_class.begin, size_class.end - size_class.begin, frame, keys,
                threads);
  sort_buckets(keys, size_class.begin, threads, store);
  collect_rows(size_class.end, layer);
}

template <class Real>
std::size_t LayerBuilder<Real>::bytes() const {
  std::size_t sum = buckets_.bytes() + parts_.capacity() * sizeof(Part);
  for (const Worker& worker : workers_) {
    sum += worker.sort.bytes() + worker.rows.capacity() * sizeof(FoundRow);
  }
  return sum;
}

template struct BoxStore<float>;
template struct BoxStore<double>;
template class LayerBuilder<float>;
template class LayerBuilder<double>;

}  // namespace talus::broad::rows
