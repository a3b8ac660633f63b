#include "talus/broad/rows/layer.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "talus/broad/rows/row_order.h"

namespace talus::broad::rows {
namespace {

// Rows are resolved up to this many cells along a direction.
constexpr double most_cells = 1 << 20;

template <class Real>
CellAxis<Real> make_axis(double range, double wanted) {
  const double length = std::max(wanted, range / most_cells);
  CellAxis<Real> axis;
  axis.per_length = length > 0 ? static_cast<Real>(1 / length) : Real(0);
  axis.count = static_cast<std::uint32_t>(std::min(range * axis.per_length, most_cells)) + 1;
  return axis;
}

// The longest extent with all that rounding can add to the difference of two coordinates.
template <class Real>
Real reach_of(double longest, double range) {
  return static_cast<Real>(longest + 8 * std::numeric_limits<Real>::epsilon() * (range + longest));
}

// Where a box goes: slab, row, and place in the row to as many bits as fill the last digit of the
// sort, at least ten.
template <class Real>
struct KeyMaker {
  const Layer<Real>& layer;
  int place_bits, row_bits, slab_bits;
  Real places_per_length;

  KeyMaker(const Layer<Real>& l, double range) : layer(l) {
    row_bits = std::bit_width(layer.row.count - 1);
    slab_bits = std::bit_width(layer.slab.count - 1);
    const int least = row_bits + slab_bits + 10;
    const int digits = (least + RadixSort::digit_bits - 1) / RadixSort::digit_bits;
    place_bits = std::min(digits * RadixSort::digit_bits - row_bits - slab_bits, 24);
    const double places = std::ldexp(1.0, place_bits) * (1 - 1e-6) - 1;
    places_per_length = range > 0 ? static_cast<Real>(places / range) : Real(0);
  }

  int bits() const { return place_bits + row_bits + slab_bits; }

  std::uint64_t key(Real lower_0, Real lower_1, Real lower_2) const {
    const std::uint64_t last = (std::uint64_t{1} << place_bits) - 1;
    const std::uint64_t place =
        std::min(static_cast<std::uint64_t>(std::max(lower_0 * places_per_length, Real(0))), last);
    const std::uint64_t slab = layer.slab.cell(lower_2), row = layer.row.cell(lower_1);
    return ((slab << row_bits | row) << place_bits) | place;
  }
};

// The keys, and the boxes in shorter numbers, in the order of the class.
template <class Real>
void make_keys(const Entries& entries, const std::int32_t* order, std::uint32_t count,
               const Frame& frame, const KeyMaker<Real>& maker, int threads, KeyedValue* items,
               ShortBox<Real>* boxes) {
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (std::uint32_t i = 0; i < count; ++i) {
    const BoundingBox<double>& box = entries.box(order[i]);
    ShortBox<Real>& made = boxes[i];
    for (int k = 0; k < 3; ++k) {
      made.lower[k] = frame.value<Real>(k, box.lower);
      made.upper[k] = frame.value<Real>(k, box.upper);
    }
    made.entry = order[i];
    items[i] = {maker.key(made.lower[0], made.lower[1], made.lower[2]),
                static_cast<std::int32_t>(i)};
  }
}

template <class Real>
void fetch_boxes(const ShortBox<Real>* boxes, const KeyedValue* items, std::uint32_t count,
                 std::uint32_t first, int threads, BoxStore<Real>& store) {
  constexpr std::uint32_t ahead = 16;
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i + ahead < count) __builtin_prefetch(boxes + items[i + ahead].value);
    const ShortBox<Real>& box = boxes[items[i].value];
    for (int k = 0; k < 3; ++k) {
      store.lower[k][first + i] = box.lower[k];
      store.upper[k][first + i] = box.upper[k];
    }
    store.entry[first + i] = box.entry;
  }
}

template <class Real>
void find_rows(const KeyedValue* items, std::uint32_t count, std::uint32_t first,
               const KeyMaker<Real>& maker, Layer<Real>& layer) {
  layer.rows.clear();
  layer.slabs.clear();
  const std::uint64_t row_mask = (std::uint64_t{1} << maker.row_bits) - 1;
  std::uint64_t last_row = ~std::uint64_t{0}, last_slab = ~std::uint64_t{0};
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t row = items[i].key() >> maker.place_bits;
    if (row == last_row) continue;
    last_row = row;
    if (row >> maker.row_bits != last_slab) {
      last_slab = row >> maker.row_bits;
      layer.slabs.push_back({static_cast<std::uint32_t>(layer.rows.size()),
                             static_cast<std::uint32_t>(last_slab),
                             {}});
    }
    layer.rows.push_back({first + i, static_cast<std::uint32_t>(row & row_mask), {}});
  }
  layer.slabs.push_back({static_cast<std::uint32_t>(layer.rows.size()), 0, {}});
  layer.rows.push_back({first + count, 0, {}});
}

template <class Real>
Interval<Real> interval_of(const BoxStore<Real>& store, int k, Run run) {
  const Real *lower = store.lower[k].data(), *upper = store.upper[k].data();
  Interval<Real> all{lower[run.begin], upper[run.begin]};
  for (std::uint32_t i = run.begin + 1; i < run.end; ++i) {
    all.lower = std::min(all.lower, lower[i]);
    all.upper = std::max(all.upper, upper[i]);
  }
  return all;
}

template <class Real>
void include(Interval<Real>& all, const Interval<Real>& part) {
  all.lower = std::min(all.lower, part.lower);
  all.upper = std::max(all.upper, part.upper);
}

template <class Real>
void finish_rows(int threads, BoxStore<Real>& store, Layer<Real>& layer) {
  const std::uint32_t slabs = layer.slab_count();
#pragma omp parallel num_threads(threads) if (threads > 1)
  {
    RowOrder<Real> order(store);
#pragma omp for schedule(dynamic, 1)
    for (std::uint32_t s = 0; s < slabs; ++s) {
      Slab<Real>& slab = layer.slabs[s];
      const std::uint32_t end = layer.slabs[s + 1].first_row;
      for (std::uint32_t r = slab.first_row; r < end; ++r) {
        order.sort(layer.run(r));
        layer.rows[r].across = {interval_of(store, 1, layer.run(r)),
                                interval_of(store, 2, layer.run(r))};
      }
      slab.across = layer.rows[slab.first_row].across.slab;
      for (std::uint32_t r = slab.first_row + 1; r < end; ++r) {
        include(slab.across, layer.rows[r].across.slab);
      }
    }
  }
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

template <class Real>
void LayerBuilder<Real>::build(const Entries& entries, const std::int32_t* order,
                               const SizeClass& size_class, const Frame& frame, int threads,
                               BoxStore<Real>& store, Layer<Real>& layer) {
  layer.role = size_class.role;
  for (int k = 0; k < 3; ++k) {
    layer.reach[k] =
        reach_of<Real>(frame.length(size_class.longest[frame.axis[k]]), frame.range[k]);
  }
  layer.row = make_axis<Real>(frame.range[1], size_class.widening * layer.reach[1]);
  layer.slab = make_axis<Real>(frame.range[2], size_class.widening * layer.reach[2]);
  const KeyMaker<Real> maker(layer, frame.range[0]);
  const std::uint32_t count = size_class.end - size_class.begin;
  items_.need(count);
  spare_.need(count);
  boxes_.need(count);
  make_keys(entries, order + size_class.begin, count, frame, maker, threads, items_.data(),
            boxes_.data());
  const KeyedValue* const sorted =
      sort_.sort(items_.data(), spare_.data(), count, maker.bits(), threads);
  fetch_boxes(boxes_.data(), sorted, count, size_class.begin, threads, store);
  find_rows(sorted, count, size_class.begin, maker, layer);
  finish_rows(threads, store, layer);
}

template struct BoxStore<float>;
template struct BoxStore<double>;
template class LayerBuilder<float>;
template class LayerBuilder<double>;

}  // namespace talus::broad::rows
