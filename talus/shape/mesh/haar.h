// The sampled function in its Haar basis, completed by the code of the planar surface (P4, section
// 4, equations (2) and (3), Figs. 5 and 6): what levels 1 to 3 know of a body without its facets.
//
// The indicator function of the body, projected on functions that are constant in every cell, is 1
// in internal and 0 in external cells. In boundary cells the eight signs of the corners, one byte,
// stand for a plane: its normal is the direction in which the signs change most, and it passes
// through the mean of the middles of the edges that it cuts. Its error is of first order in the
// cell size (half a cell where the surface is flat), against the second order of facets and of
// interpolated distances; it is kept as the paper's lowest level and for comparison.
//
// Known weakness: eight of the codes in which the signs balance have no normal; the majority of the
// corners decides there.
#pragma once

#include "talus/shape/mesh/stencil.h"

namespace talus {

// In the unit cell [0, 1]^3: normal . x <= offset is inside. The normal is not unit, and zero if
// the code has none.
template <class T>
struct CodePlane {
  Vec3<T> normal{};
  T offset{};
};

template <class T>
TALUS_HD CodePlane<T> plane_of_code(int code) {
  CodePlane<T> plane;
  Vec3<T> middles{};
  int cut = 0;
  for (int c = 0; c < 8; ++c) {
    const bool inside = (code >> c & 1) != 0;
    const T sign = inside ? T(-1) : T(1);
    const Vec3<T> corner{T(c & 1), T(c >> 1 & 1), T(c >> 2 & 1)};
    plane.normal = plane.normal + sign * (corner - Vec3<T>{T(0.5), T(0.5), T(0.5)});
    for (int axis = 0; axis < 3; ++axis) {
      const int other = c | 1 << axis;
      if (other == c || inside == ((code >> other & 1) != 0)) continue;
      Vec3<T> middle = corner;
      middle[axis] = T(0.5);
      middles = middles + middle;
      ++cut;
    }
  }
  if (cut > 0) plane.offset = dot(plane.normal, middles) / T(cut);
  return plane;
}

TALUS_HD constexpr int corners_inside(int code) {
  int count = 0;
  for (int c = 0; c < 8; ++c) count += code >> c & 1;
  return count;
}

// Equation (2) with the basis (3): constant in every cell, by the majority of corners where the
// surface passes through.
template <class T>
TALUS_HD bool haar_contains(const MeshView<T>& body, const Vec3<T>& p) {
  const std::int32_t entry = stencil_entry(body, cell_of(body, p));
  if (entry < 0) return entry == mesh_internal;
  return corners_inside(body.descriptor[entry].code) >= 4;
}

// The same, completed by the plane of the code.
template <class T>
TALUS_HD bool haar_contains_with_code(const MeshView<T>& body, const Vec3<T>& p) {
  const MeshIndex w = cell_of(body, p);
  const std::int32_t entry = stencil_entry(body, w);
  if (entry < 0) return entry == mesh_internal;
  const int code = body.descriptor[entry].code;
  const CodePlane<T> plane = plane_of_code<T>(code);
  if (plane.normal == Vec3<T>{}) return corners_inside(code) >= 4;
  const Vec3<T> t = multiply_componentwise(p - lower_corner(body, w), body.inverse_cell_size);
  return dot(plane.normal, t) <= plane.offset;
}

}  // namespace talus
