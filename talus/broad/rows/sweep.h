// Two rows of boxes swept along their common axis: the innermost loop of the search. Tests one
// register of boxes at a time, up to sixteen, with the widest registers of the machine
// (simd/dispatch.h). Differences and comparisons only: every machine finds the same pairs in the
// same order.
#pragma once

#include <cstdint>

#include "talus/broad/rows/pair_buffer.h"

namespace talus::broad::rows {

// Boxes in sorted order, as arrays; the swept axis comes first. sweep_padding elements beyond the
// last box are readable.
template <class Real>
struct SortedBoxes {
  const Real* lower[3];
  const Real* upper[3];
  const std::int32_t* entry;
};

inline constexpr int sweep_padding = 16;  // floats in the widest register

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

// The extent of a row's boxes in the two directions across it.
template <class Real>
struct Span {
  Interval<Real> row, slab;
};

struct Found {
  PairBuffer certain;   // overlap strictly in the rounded coordinates
  PairBuffer doubtful;  // touch in the rounded coordinates: an exact test decides
  std::uint64_t tests = 0;
  std::size_t limit = 0;  // a sweep that finds more pairs ends early

  bool too_many() const { return certain.size() + doubtful.size() > limit; }
};

// Finds the pairs of a box of `a` and a box of `b`. The boxes of `b` lie in `span_b` and are at
// most `reach_b` long along the swept axis; boxes of `a` outside that span are skipped, a register
// of them at a time.
template <class Real>
void sweep_two(const SortedBoxes<Real>& boxes, Run a, Run b, const Span<Real>& span_b, Real reach_b,
               Found& found);

// Finds the pairs of two boxes of `a`.
template <class Real>
void sweep_one(const SortedBoxes<Real>& boxes, Run a, Found& found);

}  // namespace talus::broad::rows
