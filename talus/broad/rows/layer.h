// One size class in rows: cells side by side in two directions, each a row of boxes sorted along
// the third. Only rows that hold something exist; those with the same cell in the last direction
// form a slab.
#pragma once

#include <vector>

#include "talus/broad/rows/buckets.h"
#include "talus/broad/rows/cache_sort.h"
#include "talus/broad/rows/classes.h"
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

// Sorts one class into a layer; its boxes occupy the same index range in the store as in
// Classes::order.
template <class Real>
class LayerBuilder {
 public:
  void build(const Entries& entries, const std::int32_t* order, const SizeClass& size_class,
             const Frame& frame, int threads, BoxStore<Real>& store, Layer<Real>& layer);
  std::size_t bytes() const;

 private:
  struct FoundRow {
    Row<Real> row;
    std::uint32_t slab;  // its cell
  };
  struct Worker {
    CacheSort sort;
    std::vector<FoundRow> rows;  // of the buckets it has sorted
  };
  struct Part {  // the rows of a bucket: a range of a worker's list
    int worker;
    std::uint32_t begin, end;
  };

  void sort_buckets(const RowKeys<Real>& keys, std::uint32_t first, int threads,
                    BoxStore<Real>& store);
  void sort_bucket(const RowKeys<Real>& keys, std::uint32_t bucket, std::uint32_t first,
                   Worker& worker, BoxStore<Real>& store);
  void collect_rows(std::uint32_t end, Layer<Real>& layer) const;

  Buckets<Real> buckets_;
  std::vector<Worker> workers_;
  std::vector<Part> parts_;
};

}  // namespace talus::broad::rows
