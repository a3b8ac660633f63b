// From a point to its cell, and from a cell to its entry in the stencil (P4, equations (4) and
// (5)), in constant time: no search, no loop, no branch that a random point could mispredict.
#pragma once

#include "talus/shape/dfr/view.h"

namespace talus {

struct DfrIndex {
  int cell, prism, slice;  // along x, y, z
};

// Rounded down; far outside the grid clamped to an index that is outside as well.
template <class T>
TALUS_HD int dfr_floor(const T& value) {
  const T clamped = smaller(larger(value, T(-2)), T(1 << 20));
  const int toward_zero = static_cast<int>(clamped);
  return toward_zero - (T(toward_zero) > clamped ? 1 : 0);
}

// Equation (4).
template <class T>
TALUS_HD DfrIndex cell_of(const DfrView<T>& body, const Vec3<T>& p) {
  const Vec3<T> w = multiply_componentwise(p - body.origin, body.inverse_cell_size);
  return {dfr_floor(w.x), dfr_floor(w.y), dfr_floor(w.z)};
}

template <class T>
TALUS_HD Vec3<T> lower_corner(const DfrView<T>& body, const DfrIndex& w) {
  return body.origin + multiply_componentwise({T(w.cell), T(w.prism), T(w.slice)}, body.cell_size);
}

// Corner c = x + 2 y + 4 z of a cell.
template <class T>
TALUS_HD Vec3<T> corner_of(const DfrView<T>& body, const DfrIndex& w, int c) {
  return lower_corner(body, {w.cell + (c & 1), w.prism + (c >> 1 & 1), w.slice + (c >> 2 & 1)});
}

// The place of a cell in the stencil by equation (5), or -1 beyond the discrete bounding hull. Each
// level is read also where the one above ends the search, at a place that exists.
template <class T>
TALUS_HD int stencil_place(const DfrView<T>& body, const DfrIndex& w) {
  const auto within = [](int index, int length) {
    return static_cast<unsigned>(index) < static_cast<unsigned>(length);
  };
  const int slice = w.slice - body.slice_map.offset;
  const bool has_slice = within(slice, body.slice_map.length);
  const DfrRun prisms = body.prism_map[has_slice ? slice : 0];
  const int prism = w.prism - prisms.offset;
  const bool has_prism = has_slice & within(prism, prisms.length);
  const DfrRun run = body.cell_map[has_prism ? prisms.start + prism : 0];
  const int cell = w.cell - run.offset;
  return has_prism & within(cell, run.length) ? run.start + cell : -1;
}

// A row of the descriptor table, dfr_internal or dfr_external.
template <class T>
TALUS_HD std::int32_t stencil_entry(const DfrView<T>& body, const DfrIndex& w) {
  const int place = stencil_place(body, w);
  const std::int32_t entry = body.stencil[place < 0 ? 0 : place];
  return place < 0 ? dfr_external : entry;
}

TALUS_HD constexpr DfrCell kind_of_entry(std::int32_t entry) {
  return entry >= 0              ? DfrCell::boundary
         : entry == dfr_internal ? DfrCell::internal
                                 : DfrCell::external;
}

}  // namespace talus
