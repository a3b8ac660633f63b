// The rows of one layer against those of another, or of itself.
#pragma once

#include "talus/broad/rows/layer.h"

namespace talus::broad::rows {

struct RowRange {
  std::uint32_t begin, end;
};

// All pairs between the given rows of `a` and the layer `b`. Returns the number of rows and slabs
// visited.
template <class Real>
std::uint64_t join_two(const SortedBoxes<Real>& boxes, const Layer<Real>& a, RowRange rows,
                       const Layer<Real>& b, Found& found);

// All pairs within `a` whose first one, in the sorted order, is in the given rows.
template <class Real>
std::uint64_t join_one(const SortedBoxes<Real>& boxes, const Layer<Real>& a, RowRange rows,
                       Found& found);

}  // namespace talus::broad::rows
