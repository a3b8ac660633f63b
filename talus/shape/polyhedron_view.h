// What kernels see of a convex polyhedron: flat arrays owned by a Polyhedron. Vertices are stored
// component by component so that a support query can run over them in SIMD registers; adjacency is
// in compressed rows: the entries of row i are [start[i], start[i + 1]).
#pragma once

#include <type_traits>

#include "talus/math/mat3.h"
#include "talus/shape/bounds.h"
#include "talus/shape/support_scan.h"

namespace talus {

struct PolyhedronEdge {
  int vertex[2];
  int face[2];  // face[0] has the edge in the order vertex[0] -> vertex[1], seen from outside ccw
};

template <class T>
struct PolyhedronView {
  const T* x{};  // vertex_count values, then copies of the last up to a multiple of 8
  const T* y{};
  const T* z{};
  int vertex_count{};

  const int* neighbour_start{};  // vertex -> adjacent vertices
  const int* neighbour{};

  const Vec3<T>* face_normal{};    // unit, outward
  const T* face_offset{};          // normal . x <= offset for every vertex
  const int* face_vertex_start{};  // face -> its corners, counter-clockwise seen from outside
  const int* face_vertex{};
  const int* face_neighbour{};  // face_neighbour[k]: the face across corner k -> next corner
  int face_count{};

  const PolyhedronEdge* edge{};
  int edge_count{};

  BoundingSphere<T> bounds;

  TALUS_HD Vec3<T> vertex(int i) const { return {x[i], y[i], z[i]}; }
};

// Index of the vertex farthest along n. Bodies of up to this many vertices are scanned, larger ones
// climbed along edges from `start` (a vertex that has no better neighbour is the best of a convex
// body).
inline constexpr int scan_vertex_limit = 256;

template <class T>
TALUS_HD int support_vertex(const PolyhedronView<T>& p, const Vec3<T>& n, int start = 0) {
  if (p.vertex_count <= scan_vertex_limit) {
#if !defined(__CUDA_ARCH__)
    if constexpr (std::is_same_v<T, double>) {
      return scan_support(p.x, p.y, p.z, p.vertex_count, n.x, n.y, n.z);
    }
#endif
    return scan_support_scalar(p.x, p.y, p.z, p.vertex_count, n);
  }
  int best = start;
  T best_value = dot(n, p.vertex(best));
  for (bool climbing = true; climbing;) {
    climbing = false;
    const int from = best;
    for (int k = p.neighbour_start[from]; k < p.neighbour_start[from + 1]; ++k) {
      const T value = dot(n, p.vertex(p.neighbour[k]));
      if (value > best_value) {
        best_value = value;
        best = p.neighbour[k];
        climbing = true;
      }
    }
  }
  return best;
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
