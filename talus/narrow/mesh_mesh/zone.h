// Zone clipping, zone index sets and their filtering against the stencil (P4, sections 5.1.1 to
// 5.1.3 and steps 1 to 3b of section 5.2).
//
// The overlap of the two bounding boxes is a convex polyhedron. Its corners are those of the faces
// of either box clipped to the other (Sutherland and Hodgman's algorithm, hard-coded for a clip
// volume of six planes along the axes and for rectangles), and its extent along the axes of each
// body is that body's zone. Faces are clipped both ways, since a box that contains the other has no
// face inside it. The zone index set is the block of cells around the zone by equation (4); its
// intersection with the three maps, entry by entry of the stencil, leaves the boundary cells.
#pragma once

#include "talus/math/pose.h"
#include "talus/shape/mesh/stencil.h"

namespace talus::mesh_mesh {

// A rectangle clipped by six planes has at most ten corners.
inline constexpr int max_clipped_corners = 10;

// Keeps the part of the polygon on the lower (sign 1) or upper (sign -1) side of x[axis] = limit.
template <class T>
TALUS_HD int clip_to_plane(const Vec3<T>* in, int count, int axis, const T& sign, const T& limit,
                           Vec3<T>* out) {
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    const Vec3<T>&p = in[i], &q = in[i + 1 == count ? 0 : i + 1];
    const T from = sign * (p[axis] - limit), to = sign * (q[axis] - limit);
    if (from <= T(0)) out[kept++] = p;
    if ((from < T(0) && to > T(0)) || (from > T(0) && to < T(0))) {
      Vec3<T> crossing = p + (from / (from - to)) * (q - p);
      crossing[axis] = limit;
      out[kept++] = crossing;
    }
  }
  return kept;
}

// In place. Each of the six planes adds at most one corner: ten suffice for a triangle or a
// rectangle.
template <class T>
TALUS_HD int clip_to_box(Vec3<T> (&polygon)[max_clipped_corners], int count,
                         const BoundingBox<T>& box) {
  Vec3<T> other[max_clipped_corners];
  for (int axis = 0; axis < 3 && count > 0; ++axis) {
    const int kept = clip_to_plane(polygon, count, axis, T(1), box.upper[axis], other);
    count = clip_to_plane(other, kept, axis, T(-1), box.lower[axis], polygon);
  }
  return count;
}

template <class T>
TALUS_HD RelativePose<T> inverse(const RelativePose<T>& pose) {
  return {transpose(pose.rotation), -transpose_times(pose.rotation, pose.translation)};
}

template <class T>
TALUS_HD BoundingBox<T> empty_box() {
  const T far = infinity_of<T>();
  return {{far, far, far}, {-far, -far, -far}};
}

template <class T>
TALUS_HD bool is_empty(const BoundingBox<T>& box) {
  return !(box.lower.x <= box.upper.x);
}

template <class T>
TALUS_HD void grow(BoundingBox<T>& box, const Vec3<T>& p) {
  for (int axis = 0; axis < 3; ++axis) {
    box.lower[axis] = smaller(box.lower[axis], p[axis]);
    box.upper[axis] = larger(box.upper[axis], p[axis]);
  }
}

template <class T>
TALUS_HD BoundingBox<T> box_around(const Vec3<T>& p, const Vec3<T>& q, const Vec3<T>& r) {
  BoundingBox<T> box{p, p};
  grow(box, q);
  grow(box, r);
  return box;
}

// The zones of both bodies, each in its own frame.
template <class T>
struct Zones {
  BoundingBox<T> a = empty_box<T>(), b = empty_box<T>();
};

// The faces of `box`, of a body at `pose` in the frame of `other`, clipped to `other`; the zones
// grow by their corners.
template <class T>
TALUS_HD void clip_faces(const BoundingBox<T>& box, const RelativePose<T>& pose,
                         const BoundingBox<T>& other, BoundingBox<T>& own_zone,
                         BoundingBox<T>& other_zone) {
  for (int face = 0; face < 6; ++face) {
    const int axis = face >> 1, u = (axis + 1) % 3, v = (axis + 2) % 3;
    Vec3<T> polygon[max_clipped_corners];
    for (int k = 0; k < 4; ++k) {
      Vec3<T> corner{};
      corner[axis] = (face & 1) != 0 ? box.upper[axis] : box.lower[axis];
      corner[u] = k == 1 || k == 2 ? box.upper[u] : box.lower[u];
      corner[v] = k >= 2 ? box.upper[v] : box.lower[v];
      polygon[k] = pose.point_to_a(corner);
    }
    const int count = clip_to_box(polygon, 4, other);
    for (int i = 0; i < count; ++i) {
      grow(other_zone, polygon[i]);
      grow(own_zone, transpose_times(pose.rotation, polygon[i] - pose.translation));
    }
  }
}

// Empty if the boxes do not overlap.
template <class T>
TALUS_HD Zones<T> clip_zones(const BoundingBox<T>& a, const BoundingBox<T>& b,
                             const RelativePose<T>& b_in_a) {
  Zones<T> zones;
  clip_faces(b, b_in_a, a, zones.b, zones.a);
  clip_faces(a, inverse(b_in_a), b, zones.a, zones.b);
  return zones;
}

// The cells first ... last along each axis.
struct ZoneIndexSet {
  MeshIndex first, last;
};

// Widened by `margin`, a length: rounding, or the motion for which a cached list stays valid.
template <class T>
TALUS_HD ZoneIndexSet index_set(const MeshView<T>& body, const BoundingBox<T>& zone,
                                const T& margin) {
  const Vec3<T> around{margin, margin, margin};
  return {cell_of(body, zone.lower - around), cell_of(body, zone.upper + around)};
}

TALUS_HD constexpr int later(int a, int b) { return a < b ? b : a; }
TALUS_HD constexpr int earlier(int a, int b) { return b < a ? b : a; }

// Bounds of the other body in this body's frame, in addition to its box: a sphere, and the space
// between two planes low <= normal . x <= high (none if the normal is zero).
template <class T>
struct Surroundings {
  BoundingSphere<T> sphere;
  Vec3<T> normal{};
  T low{}, high{};
};

// The part of a prism, a line of cells along x, between the planes.
template <class T>
struct Interval {
  T low, high;
};

template <class T>
TALUS_HD Interval<T> between_planes(const Surroundings<T>& near, const T& y, const T& z,
                                    const T& half_breadth) {
  const T at = near.normal.y * y + near.normal.z * z, nx = near.normal.x;
  const T low = near.low - at - half_breadth, high = near.high - at + half_breadth;
  const T far = infinity_of<T>();
  if (nx > T(0)) return {low / nx, high / nx};
  if (nx < T(0)) return {high / nx, low / nx};
  return low <= T(0) && high >= T(0) ? Interval<T>{-far, far} : Interval<T>{far, -far};
}

// Calls visit(first row, last row) for the boundary cells of the set in one prism after the other:
// rows of the descriptor table follow each other in scan-line order. Cells beyond the surroundings
// of the other body are left out.
template <class T, class Visit>
TALUS_HD void for_boundary_rows(const MeshView<T>& body, const ZoneIndexSet& set,
                                const Surroundings<T>& surroundings, Visit visit) {
  const BoundingSphere<T>& near = surroundings.sphere;
  const bool has_planes = !(surroundings.normal == Vec3<T>{});
  const Vec3<T> h = body.cell_size, to = near.centre - body.origin;
  const T half_breadth = T(0.5) * (absolute(surroundings.normal.y) * h.y +
                                   absolute(surroundings.normal.z) * h.z + body.rounding);
  // From the sphere's centre to the cells with this index, along one axis.
  const auto beyond = [](const T& x, int index, const T& size) {
    return larger(larger(T(index) * size - x, x - T(index + 1) * size), T(0));
  };
  const MeshRun& slices = body.slice_map;
  const int last_slice = earlier(set.last.slice, slices.offset + slices.length - 1);
  for (int slice = later(set.first.slice, slices.offset); slice <= last_slice; ++slice) {
    const T left_over = square(near.radius) - square(beyond(to.z, slice, h.z));
    if (left_over < T(0)) continue;
    const MeshRun& prisms = body.prism_map[slice - slices.offset];
    const int last_prism = earlier(set.last.prism, prisms.offset + prisms.length - 1);
    for (int prism = later(set.first.prism, prisms.offset); prism <= last_prism; ++prism) {
      const T half_squared = left_over - square(beyond(to.y, prism, h.y));
      if (half_squared < T(0)) continue;
      const T half = square_root(half_squared) * (T(1) + T(4) * epsilon_of<T>());
      Interval<T> x{to.x - half, to.x + half};
      if (has_planes) {
        const Interval<T> slab =
            between_planes(surroundings, body.origin.y + (T(prism) + T(0.5)) * h.y,
                           body.origin.z + (T(slice) + T(0.5)) * h.z, half_breadth);
        x.low = larger(x.low, slab.low - body.origin.x);
        x.high = smaller(x.high, slab.high - body.origin.x);
        if (!(x.low <= x.high)) continue;
      }
      const MeshRun& cells = body.cell_map[prisms.start + prism - prisms.offset];
      int first =
          later(later(set.first.cell, cells.offset), mesh_floor(x.low * body.inverse_cell_size.x));
      int last = earlier(earlier(set.last.cell, cells.offset + cells.length - 1),
                         mesh_floor(x.high * body.inverse_cell_size.x));
      const std::int32_t* entry = body.stencil + (cells.start - cells.offset);
      while (first <= last && entry[first] < 0) ++first;
      while (first < last && entry[last] < 0) --last;
      if (first <= last) visit(entry[first], entry[last]);
    }
  }
}

// Whether any cell of the block is not wholly outside.
template <class T>
TALUS_HD bool has_cells_in(const MeshView<T>& body, const ZoneIndexSet& set) {
  const MeshRun& slices = body.slice_map;
  const int last_slice = earlier(set.last.slice, slices.offset + slices.length - 1);
  for (int slice = later(set.first.slice, slices.offset); slice <= last_slice; ++slice) {
    const MeshRun& prisms = body.prism_map[slice - slices.offset];
    const int last_prism = earlier(set.last.prism, prisms.offset + prisms.length - 1);
    for (int prism = later(set.first.prism, prisms.offset); prism <= last_prism; ++prism) {
      const MeshRun& cells = body.cell_map[prisms.start + prism - prisms.offset];
      const int last = earlier(set.last.cell, cells.offset + cells.length - 1);
      for (int cell = later(set.first.cell, cells.offset); cell <= last; ++cell) {
        if (body.stencil[cells.start + cell - cells.offset] != mesh_external) return true;
      }
    }
  }
  return false;
}

// A sphere around the other body, in this body's frame, a little larger than it must be.
template <class T>
TALUS_HD Surroundings<T> sphere_in(const RelativePose<T>& other_in_own,
                                   const BoundingSphere<T>& sphere, const T& margin) {
  return {{other_in_own.point_to_a(sphere.centre), sphere.radius + margin}, {}, T(0), T(0)};
}

}  // namespace talus::mesh_mesh
