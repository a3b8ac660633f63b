#include "talus/broad/rows/join.h"

#include <algorithm>

namespace talus::broad::rows {
namespace {

// Rows or slabs of a layer (each at its cell) whose boxes can reach an interval: boxes begin in
// their cell and are no longer than `reach`.
template <class Real>
struct Cells {
  std::uint32_t first, last;

  Cells(const CellAxis<Real>& axis, const Interval<Real>& interval, Real reach)
      : first(axis.cell(interval.lower - reach)), last(axis.cell(interval.upper)) {}
};

// The first of list[from..end) at or after a cell. Queries come in ascending order, so the search
// starts where the last one ended.
template <class List>
std::uint32_t first_at(const List& list, std::uint32_t from, std::uint32_t end,
                       std::uint32_t cell) {
  std::uint32_t step = 1;
  if (from >= end || list[from].cell >= cell) return from;
  for (; step < end - from && list[from + step].cell < cell; step *= 2) from += step;
  for (; step > 0; step /= 2) {
    if (step < end - from && list[from + step].cell < cell) from += step;
  }
  return from + 1;
}

template <class Real>
bool overlap(const Interval<Real>& a, const Interval<Real>& b) {
  return a.lower <= b.upper && b.lower <= a.upper;
}

template <class Real>
bool overlap(const Span<Real>& a, const Span<Real>& b) {
  return overlap(a.row, b.row) && overlap(a.slab, b.slab);
}

template <class Real>
class Join {
 public:
  Join(const SortedBoxes<Real>& boxes, const Layer<Real>& a, const Layer<Real>& b, Found& found)
      : boxes_(boxes), a_(a), b_(b), found_(found) {}

  // The row against the rows of one slab of b, from `from` on; returns where to go on from for the
  // next row of the same slab.
  std::uint32_t against_rows(std::uint32_t row, std::uint32_t from, std::uint32_t end) {
    const Row<Real>& here = a_.rows[row];
    const Cells<Real> cells(b_.row, here.across.row, b_.reach[1]);
    from = first_at(b_.rows, from, end, cells.first);
    for (std::uint32_t r = from; r < end && b_.rows[r].cell <= cells.last; ++r) {
      ++visits_;
      if (overlap(here.across, b_.rows[r].across)) sweep(row, r);
    }
    return from;
  }

  // The rows [begin, end) of a's slab against slabs of b from `first_slab` on.
  void slab_against_slabs(const Slab<Real>& slab, std::uint32_t begin, std::uint32_t end,
                          std::uint32_t first_slab) {
    const Cells<Real> cells(b_.slab, slab.across, b_.reach[2]);
    std::uint32_t s = first_at(b_.slabs, first_slab, b_.slab_count(), cells.first);
    for (; s < b_.slab_count() && b_.slabs[s].cell <= cells.last; ++s) {
      ++visits_;
      if (!overlap(slab.across, b_.slabs[s].across)) continue;
      std::uint32_t from = b_.slabs[s].first_row;
      const std::uint32_t last = b_.slabs[s + 1].first_row;
      for (std::uint32_t r = begin; r < end; ++r) from = against_rows(r, from, last);
    }
  }

  std::uint64_t visits() const { return visits_; }

 private:
  // Sweeps from the shorter row, so that the few boxes do not walk along the many. Within one layer
  // it prefers the lower row up to lower_row_factor times the size: boxes begin in their cell, so
  // only the large boxes and those at the edge of the lower row reach the higher one, while one
  // large box of the higher row can reach the whole lower one.
  void sweep(std::uint32_t row_a, std::uint32_t row_b) {
    if (found_.too_many()) return;
    const Run a = a_.run(row_a), b = b_.run(row_b);
    constexpr std::uint32_t lower_row_factor = 4;  // a choice
    const std::uint32_t factor = &a_ == &b_ ? lower_row_factor : 1;
    if (a.size() <= factor * b.size()) {
      sweep_two(boxes_, a, b, b_.rows[row_b].across, b_.reach[0], found_);
    } else {
      sweep_two(boxes_, b, a, a_.rows[row_a].across, a_.reach[0], found_);
    }
  }

  const SortedBoxes<Real>& boxes_;
  const Layer<Real>&a_, &b_;
  Found& found_;
  std::uint64_t visits_ = 0;
};

// Calls action(slab, begin, end) for every slab's part of the rows.
template <class Real, class Action>
void for_each_slab(const Layer<Real>& layer, RowRange rows, Action action) {
  const auto after = std::upper_bound(
      layer.slabs.begin(), layer.slabs.end(), rows.begin,
      [](std::uint32_t row, const Slab<Real>& slab) { return row < slab.first_row; });
  std::uint32_t s = static_cast<std::uint32_t>(after - layer.slabs.begin()) - 1;
  for (std::uint32_t row = rows.begin; row < rows.end; ++s) {
    const std::uint32_t end = std::min(rows.end, layer.slabs[s + 1].first_row);
    action(s, row, end);
    row = end;
  }
}

}  // namespace

template <class Real>
std::uint64_t join_two(const SortedBoxes<Real>& boxes, const Layer<Real>& a, RowRange rows,
                       const Layer<Real>& b, Found& found) {
  Join<Real> join(boxes, a, b, found);
  for_each_slab(a, rows, [&](std::uint32_t s, std::uint32_t begin, std::uint32_t end) {
    join.slab_against_slabs(a.slabs[s], begin, end, 0);
  });
  return join.visits();
}

template <class Real>
std::uint64_t join_one(const SortedBoxes<Real>& boxes, const Layer<Real>& a, RowRange rows,
                       Found& found) {
  Join<Real> join(boxes, a, a, found);
  for_each_slab(a, rows, [&](std::uint32_t s, std::uint32_t begin, std::uint32_t end) {
    const std::uint32_t slab_end = a.slabs[s + 1].first_row;
    for (std::uint32_t r = begin; r < end; ++r) {
      sweep_one(boxes, a.run(r), found);
      join.against_rows(r, r + 1, slab_end);
    }
    join.slab_against_slabs(a.slabs[s], begin, end, s + 1);
  });
  return join.visits();
}

template std::uint64_t join_two(const SortedBoxes<float>&, const Layer<float>&, RowRange,
                                const Layer<float>&, Found&);
template std::uint64_t join_two(const SortedBoxes<double>&, const Layer<double>&, RowRange,
                                const Layer<double>&, Found&);
template std::uint64_t join_one(const SortedBoxes<float>&, const Layer<float>&, RowRange, Found&);
template std::uint64_t join_one(const SortedBoxes<double>&, const Layer<double>&, RowRange, Found&);

}  // namespace talus::broad::rows
