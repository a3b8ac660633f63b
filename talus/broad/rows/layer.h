// One size class in rows: cells side by side in two directions, each a row of boxes sorted along
// the third. Only rows that hold something exist; those with the same cell in the last direction
// form a slab.
#pragma once

#include <vector>

#include "talus/broad/rows/classes.h"
#include "talus/broad/rows/frame.h"
#include "talus/broad/rows/radix_sort.h"
#include "talus/broad/rows/sweep.h"

namespace talus::broad::rows {

template <class Real>
struct Row {
  std::uint32_t begin;  // its end is the beginning of the next one
  std::uint32_t cell;
  Span<Real> across;
};

template <class Real>
struct Slab {
  std::uint32_t first_row;  // as above
  std::uint32_t cell;
  Interval<Real> across;
};

// Cells along one direction, a monotone function of the coordinate.
template <class Real>
struct CellAxis {
  Real per_length = 0;
  std::uint32_t count = 1;

  std::uint32_t cell(Real value) const {
    const Real scaled = value * per_length;
    if (!(scaled > Real(0))) return 0;
    return scaled < static_cast<Real>(count) ? static_cast<std::uint32_t>(scaled) : count - 1;
  }
};

template <class Real>
struct Layer {
  Role role{};
  Real reach[3];                  // no box is longer, roundings included
  CellAxis<Real> row, slab;       // cells of the second and of the third direction
  std::vector<Row<Real>> rows;    // and one at the end
  std::vector<Slab<Real>> slabs;  // and one at the end

  std::uint32_t row_count() const { return static_cast<std::uint32_t>(rows.size()) - 1; }
  std::uint32_t slab_count() const { return static_cast<std::uint32_t>(slabs.size()) - 1; }
  Run run(std::uint32_t r) const { return {rows[r].begin, rows[r + 1].begin}; }
};

// All boxes of all layers, in sorted order.
template <class Real>
struct BoxStore {
  Scratch<Real> lower[3], upper[3];
  Scratch<std::int32_t> entry;

  void need(std::size_t count);
  SortedBoxes<Real> view() const {
    return {{lower[0].data(), lower[1].data(), lower[2].data()},
            {upper[0].data(), upper[1].data(), upper[2].data()},
            entry.data()};
  }
  std::size_t bytes() const;
};

// A box in one piece, as it is fetched into its place: a random access to half a line of the cache,
// on large pages, where the scene's own boxes would take two lines anywhere.
template <class Real>
struct alignas(8 * sizeof(Real)) ShortBox {
  Real lower[3], upper[3];
  std::int32_t entry;
};

// Sorts one class into a layer; its boxes take the same places in the store as in Classes::order.
template <class Real>
class LayerBuilder {
 public:
  void build(const Entries& entries, const std::int32_t* order, const SizeClass& size_class,
             const Frame& frame, int threads, BoxStore<Real>& store, Layer<Real>& layer);
  std::size_t bytes() const {
    return items_.bytes() + spare_.bytes() + boxes_.bytes() + sort_.bytes();
  }

 private:
  Scratch<KeyedValue> items_, spare_;
  Scratch<ShortBox<Real>> boxes_;
  RadixSort sort_;
};

}  // namespace talus::broad::rows
