// From a point to its cell, and from a cell to its entry in the stencil (P4, equations (4) and
// (5)), in constant time: no search, no loop, no branch that a random point could mispredict.
#pragma once

#include "talus/shape/mesh/view.h"

namespace talus {

struct MeshIndex {
  int cell, prism, slice;  // along x, y, z
};

// Rounded down, to a rounding error of the value; far outside the grid an index that is outside.
template <class T>
TALUS_INLINE int mesh_floor(T value) {
  // By value and in this order, so that compilers make two instructions of it and no branch.
  value = value > T(-1) ? value : T(-1);
  value = value < T(1 << 20) ? value : T(1 << 20);
  return static_cast<int>(value + T(1)) - 1;  // toward zero is down for what is not negative
}

// Equation (4).
template <class T>
TALUS_INLINE MeshIndex cell_of(const MeshView<T>& body, const Vec3<T>& p) {
  const Vec3<T> w = multiply_componentwise(p - body.origin, body.inverse_cell_size);
  return {mesh_floor(w.x), mesh_floor(w.y), mesh_floor(w.z)};
}

template <class T>
TALUS_HD Vec3<T> lower_corner(const MeshView<T>& body, const MeshIndex& w) {
  return body.origin + multiply_componentwise({T(w.cell), T(w.prism), T(w.slice)}, body.cell_size);
}

// Corner c = x + 2 y + 4 z of a cell.
template <class T>
TALUS_HD Vec3<T> corner_of(const MeshView<T>& body, const MeshIndex& w, int c) {
  return lower_corner(body, {w.cell + (c & 1), w.prism + (c >> 1 & 1), w.slice + (c >> 2 & 1)});
}

// All bits set if the index is in the run, else none.
TALUS_HD constexpr std::int32_t mask_within(std::int32_t index, std::int32_t length) {
  return -static_cast<std::int32_t>(static_cast<std::uint32_t>(index) <
                                    static_cast<std::uint32_t>(length));
}

// The index of a cell in the stencil by equation (5), or -1 beyond the discrete bounding hull. Each
// level is read also where the one above ends the search, at its first entry: by masks, since a
// compiler would make branches of conditions.
template <class T>
TALUS_INLINE std::int32_t stencil_index(const MeshView<T>& body, const MeshIndex& w) {
  const std::int32_t slice = w.slice - body.slice_map.offset;
  const std::int32_t has_slice = mask_within(slice, body.slice_map.length);
  const MeshRun& prisms = body.prism_map[slice & has_slice];
  const std::int32_t prism = w.prism - prisms.offset;
  const std::int32_t has_prism = has_slice & mask_within(prism, prisms.length);
  const MeshRun& cells = body.cell_map[(prisms.start + prism) & has_prism];
  const std::int32_t cell = w.cell - cells.offset;
  const std::int32_t has_cell = has_prism & mask_within(cell, cells.length);
  return (cells.start + cell) | ~has_cell;
}

// A row of the descriptor table, mesh_internal or mesh_external.
template <class T>
TALUS_INLINE std::int32_t stencil_entry(const MeshView<T>& body, const MeshIndex& w) {
  const std::int32_t index = stencil_index(body, w);
  const std::int32_t beyond = index >> 31;
  return (body.stencil[index & ~beyond] & ~beyond) | (mesh_external & beyond);
}

TALUS_HD constexpr MeshCell kind_of_entry(std::int32_t entry) {
  return entry >= 0               ? MeshCell::boundary
         : entry == mesh_internal ? MeshCell::internal
                                  : MeshCell::external;
}

}  // namespace talus
