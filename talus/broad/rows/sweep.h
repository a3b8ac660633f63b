// Two rows of boxes swept along their common axis: the innermost loop of the search. Up to sixteen
// boxes at a time in the widest registers the machine has, chosen at run time; comparisons only, so
// that every machine finds the same pairs in the same order.
#pragma once

#include <cstdint>

#include "talus/broad/rows/pair_buffer.h"

namespace talus::broad::rows {

// Boxes in sorted order, as arrays; the swept axis comes first. Readable for sweep_padding places
// beyond the last one.
template <class Real>
struct SortedBoxes {
  const Real* lower[3];
  const Real* upper[3];
  const std::int32_t* entry;
};

inline constexpr int sweep_padding = 16;

// Boxes next to each other in the sorted order, by their lower end along the swept axis.
struct Run {
  std::uint32_t begin, end;
  std::uint32_t size() const { return end - begin; }
};

// A closed interval.
template <class Real>
struct Interval {
  Real lower, upper;
};

// What a row's boxes span in the two directions across it.
template <class Real>
struct Span {
  Interval<Real> row, slab;
};

struct Found {
  PairBuffer certain;   // overlap in shorter numbers that are all different
  PairBuffer doubtful;  // some are equal: the exact question decides
  std::uint64_t tests = 0;
  std::size_t limit = 0;  // a sweep that finds more ends early

  bool too_many() const { return certain.size() + doubtful.size() > limit; }
};

// Every box of `a` with every one of `b`, which lie in `span_b` and are not longer than `reach_b`
// along the swept axis. Boxes of `a` outside of that span are passed over, as many at a time.
void sweep_two(const SortedBoxes<float>& boxes, Run a, Run b, const Span<float>& span_b,
               float reach_b, Found& found);
void sweep_two(const SortedBoxes<double>& boxes, Run a, Run b, const Span<double>& span_b,
               double reach_b, Found& found);

// Every two boxes of `a`.
void sweep_one(const SortedBoxes<float>& boxes, Run a, Found& found);
void sweep_one(const SortedBoxes<double>& boxes, Run a, Found& found);

}  // namespace talus::broad::rows
