// What kernels see of a convex polyhedron: flat arrays owned by a Polyhedron. Vertices are stored
// component by component so that a support query can run over them in SIMD registers; adjacency is
// in compressed rows: the entries of row i are [start[i], start[i + 1]).
#pragma once

#include <type_traits>

#include "talus/math/mat3.h"
#include "talus/primitive.h"
#include "talus/shape/support_scan.h"
#include "talus/simd/lanes.h"

namespace talus {

struct PolyhedronEdge {
  int vertex[2];
  int face[2];  // face[0] has the edge in the order vertex[0] -> vertex[1], seen from outside ccw
};

// The edges that leave a vertex, eight at a time: from the vertex to its neighbours, then zeros. As
// differences, so that a comparison of neighbours is exact to rounding of the edge, not of the
// body.
template <class T>
struct Spokes {
  T x[lane_count], y[lane_count], z[lane_count];
  int to[lane_count];
  T noise;  // times the largest component of n: the rounding of n . spoke
};

// A small body for searches over all of its faces and edges, by component and padded with copies of
// the last.
template <class T>
struct SearchTables {
  // Vertices, each as far as can be from those before it: the first few bound the body well.
  const T *x{}, *y{}, *z{};
  const int* vertex{};
  // Faces, those of similar direction together.
  const T *normal_x{}, *normal_y{}, *normal_z{}, *offset{};
  const int* face{};
  // Edges, likewise: vertex[0], the normals of face[0] and face[1], the indices of these faces in
  // the arrays above.
  const T *start_x{}, *start_y{}, *start_z{};
  const T *left_x{}, *left_y{}, *left_z{};
  const T *right_x{}, *right_y{}, *right_z{};
  const int *left{}, *right{}, *edge{};
};

// Larger bodies have no such tables; a choice.
inline constexpr int search_vertex_limit = 64;

// What every query reads comes first, in two lines of the cache.
template <class T>
struct alignas(64) PolyhedronView {
  const T* x{};  // vertex_count values, then copies of the last up to a multiple of 8
  const T* y{};
  const T* z{};
  int vertex_count{};
  int face_count{};
  BoundingSphere<T> bounds;
  BoundingSphere<T> inner;  // a ball inside the body

  SearchTables<T> search;

  int edge_count{};
  int guess_cells{};  // per side of the cube of directions

  const Vec3<T>* face_normal{};    // unit, outward
  const T* face_offset{};          // normal . x <= offset for every vertex
  const int* face_vertex_start{};  // face -> its corners, counter-clockwise seen from outside
  const int* face_vertex{};
  const int* face_neighbour{};  // face_neighbour[k]: the face across corner k -> next corner
  const PolyhedronEdge* edge{};

  const int* first_guess{};  // cell of directions -> a vertex that is far in that direction
  const int* spoke_start{};  // vertex -> its blocks of spokes
  const Spokes<T>* spoke{};

  const int* neighbour_start{};  // vertex -> adjacent vertices
  const int* neighbour{};
  const int* neighbour_edge{};  // neighbour[k]: the edge to it

  TALUS_HD Vec3<T> vertex(int i) const { return {x[i], y[i], z[i]}; }
};

// The cell of the cube of directions that n points into: the side of its largest component, then
// the other two components over that.
template <class T>
TALUS_HD int cell_of_direction(const Vec3<T>& n, int cells) {
  const T ax = absolute(n.x), ay = absolute(n.y), az = absolute(n.z);
  // Branch-free: the axis is unpredictable.
  const int y_over_x = ay > ax ? 1 : 0, z_over_both = az > larger(ax, ay) ? 1 : 0;
  const int axis = z_over_both * 2 + (1 - z_over_both) * y_over_x;
  const T component[3] = {n.x, n.y, n.z};
  const T major = component[axis], u = component[axis == 0], v = component[2 - (axis == 2)];
  const T half = T(0.5) * T(cells), scale = half / absolute(major);
  // Every n has a cell, also the zero vector and NaN.
  const auto clamp = [cells](T value) {
    if (!(value > T(0))) return 0;
    return value < T(cells) ? static_cast<int>(value) : cells - 1;
  };
  const int side = 2 * axis + (major < T(0) ? 1 : 0);
  return (side * cells + clamp(half + u * scale)) * cells + clamp(half + v * scale);
}

// Along edges from `start` to a vertex that has no better neighbour: the farthest of a convex body.
template <class T>
TALUS_HD int climb(const PolyhedronView<T>& p, const Vec3<T>& n, int start) {
  const LaneVec3<T> along = in_all_lanes(n);
  const T size = max_norm(n);
  for (int from = start;;) {
    int best = from;
    T best_gain = T(0);
    for (int k = p.spoke_start[from]; k < p.spoke_start[from + 1]; ++k) {
      const Spokes<T>& spokes = p.spoke[k];
      const Lanes<T> gain = dot(along, load_lanes(spokes.x, spokes.y, spokes.z));
      const T most = largest(gain);
      // Every step gains more than rounding, so no vertex is visited twice.
      if (!(most > larger(best_gain, size * spokes.noise))) continue;
      best_gain = most;
      best = spokes.to[lane_of(gain, most)];
    }
    if (best == from) return from;
    from = best;
  }
}

// Index of the vertex farthest along n. Bodies of up to this many vertices are scanned, larger ones
// climbed from a good guess: fewer vertices, but scattered in memory.
inline constexpr int scan_vertex_limit = 256;

template <class T>
TALUS_HD int support_vertex(const PolyhedronView<T>& p, const Vec3<T>& n) {
  if (p.vertex_count <= scan_vertex_limit) {
#if !defined(__CUDA_ARCH__)
    if constexpr (std::is_same_v<T, double>) {
      return scan_support(p.x, p.y, p.z, p.vertex_count, n.x, n.y, n.z);
    }
#endif
    return scan_support_scalar(p.x, p.y, p.z, p.vertex_count, n);
  }
  return climb(p, n, p.first_guess[cell_of_direction(n, p.guess_cells)]);
}

template <class T>
TALUS_HD Vec3<T> support_point(const PolyhedronView<T>& p, const Vec3<T>& n) {
  return p.vertex(support_vertex(p, n));
}

template <class T>
TALUS_HD T support_value(const PolyhedronView<T>& p, const Vec3<T>& n) {
  return dot(n, support_point(p, n));
}

// The face whose plane x is farthest beyond.
template <class T>
TALUS_HD int farthest_face(const PolyhedronView<T>& p, const Vec3<T>& x) {
  int best = 0;
  T best_value = dot(p.face_normal[0], x) - p.face_offset[0];
  for (int f = 1; f < p.face_count; ++f) {
    const T value = dot(p.face_normal[f], x) - p.face_offset[f];
    if (value > best_value) {
      best_value = value;
      best = f;
    }
  }
  return best;
}

// Largest signed distance of x to the planes of the faces: inside, minus the depth of x.
template <class T>
TALUS_HD T inside_outside(const PolyhedronView<T>& p, const Vec3<T>& x) {
  const int f = farthest_face(p, x);
  return dot(p.face_normal[f], x) - p.face_offset[f];
}

template <class T>
TALUS_HD Vec3<T> inside_outside_gradient(const PolyhedronView<T>& p, const Vec3<T>& x) {
  return p.face_normal[farthest_face(p, x)];
}

template <class T>
TALUS_HD BoundingSphere<T> bounding_sphere(const PolyhedronView<T>& p) {
  return p.bounds;
}

template <class T>
TALUS_HD BoundingBox<T> bounding_box(const PolyhedronView<T>& p) {
  BoundingBox<T> box{p.vertex(0), p.vertex(0)};
  for (int i = 1; i < p.vertex_count; ++i) {
    const Vec3<T> v = p.vertex(i);
    box.lower = {smaller(box.lower.x, v.x), smaller(box.lower.y, v.y), smaller(box.lower.z, v.z)};
    box.upper = {larger(box.upper.x, v.x), larger(box.upper.y, v.y), larger(box.upper.z, v.z)};
  }
  return box;
}

}  // namespace talus
