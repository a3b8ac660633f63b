// Two posed polyhedra and the support mapping of their Minkowski difference C = A - B, where the
// production method spends its time. The vertices of a small B are transformed to the frame of A
// once, in the order of its search tables; for a large B the direction is transformed to the frame
// of B instead.
#pragma once

#include "talus/math/pose.h"
#include "talus/shape/polyhedron_view.h"

namespace talus::polyhedron_polyhedron {

// A vertex of C, or a point inside it: vertex a of A minus vertex b of B.
template <class T>
struct DifferenceVertex {
  Vec3<T> c;
  int a, b;
};

// The vertex farthest along n. Of equal ones, the first within its lane, then the lowest lane.
template <class T>
TALUS_HD int farthest(const T* x, const T* y, const T* z, int count, const Vec3<T>& n) {
  const LaneVec3<T> along = in_all_lanes(n);
  Lanes<T> best = dot(along, load_lanes(x, y, z));
  if (count <= lane_count) return lane_of(best, largest(best));
  Lanes<T> block = Lanes<T>::all(T(0));
  for (int i = lane_count; i < count; i += lane_count) {
    const Lanes<T> value = dot(along, load_lanes(x + i, y + i, z + i));
    block = select(best < value, Lanes<T>::all(T(i)), block);
    best = larger(best, value);
  }
  const int lane = lane_of(best, largest(best));
  T start[lane_count];
  block.store(start);
  return static_cast<int>(start[lane]) + lane;
}

template <class T>
TALUS_HD int farthest_vertex(const PolyhedronView<T>& body, const Vec3<T>& n) {
  if (body.vertex_count <= scan_vertex_limit) {
    return farthest(body.x, body.y, body.z, body.vertex_count, n);
  }
  return climb(body, n, body.first_guess[cell_of_direction(n, body.guess_cells)]);
}

template <class T>
class PosedPolyhedra {
 public:
  TALUS_HD PosedPolyhedra(const PolyhedronView<T>& body_a, const PolyhedronView<T>& body_b,
                          const RelativePose<T>& pose)
      : a(body_a), b(body_b), b_in_a(pose) {
    // Coordinates in the frame of A are at most this large, and carry a few roundings of it each.
    const T reach_a = max_norm(a.bounds.centre) + a.bounds.radius;
    const T reach_b =
        max_norm(pose.translation) + max_norm(b.bounds.centre) * T(2) + b.bounds.radius;
    rounding = T(4) * epsilon_of<T>() * larger(reach_a, reach_b);
    radius = larger(a.bounds.radius, b.bounds.radius);
    b_is_transformed = b.vertex_count <= search_vertex_limit;
    if (!b_is_transformed) return;
    for (int i = 0; i < b.vertex_count; i += lane_count) transform(i);
  }

  TALUS_HD DifferenceVertex<T> support(const Vec3<T>& n) const {
    const int i = farthest_vertex(a, n);
    if (!b_is_transformed)
      return difference_vertex(i, farthest_vertex(b, b_in_a.direction_to_b(-n)));
    const int index = farthest(x, y, z, b.vertex_count, -n);
    return {a.vertex(i) - Vec3<T>{x[index], y[index], z[index]}, i, b.search.vertex[index]};
  }
  // The vertex of B nearest to A along n.
  TALUS_HD int support_b(const Vec3<T>& n) const {
    return b_is_transformed ? b.search.vertex[farthest(x, y, z, b.vertex_count, -n)]
                            : farthest_vertex(b, b_in_a.direction_to_b(-n));
  }
  TALUS_HD DifferenceVertex<T> difference_vertex(int i, int j) const {
    return {point_a(i) - point_b(j), i, j};
  }

  TALUS_HD Vec3<T> point_a(int i) const { return a.vertex(i); }
  TALUS_HD Vec3<T> point_b(int j) const { return b_in_a.point_to_a(b.vertex(j)); }

  TALUS_HD Vec3<T> to_b(const Vec3<T>& point) const {
    return b_in_a.direction_to_b(point - b_in_a.translation);
  }

  // Edges from the bodies' own coordinates, free of the rounding of the pose.
  TALUS_HD Vec3<T> edge_a(int i, int j) const { return a.vertex(j) - a.vertex(i); }
  TALUS_HD Vec3<T> edge_b(int i, int j) const {
    return b_in_a.rotation * (b.vertex(j) - b.vertex(i));
  }

  const PolyhedronView<T>& a;
  const PolyhedronView<T>& b;
  const RelativePose<T>& b_in_a;
  T radius;    // the length that errors are relative to
  T rounding;  // absolute error of a coordinate of C

  bool b_is_transformed;  // x, y, z hold the vertices of B in the frame of A, in search-table order
  T x[search_vertex_limit], y[search_vertex_limit], z[search_vertex_limit];

 private:
  TALUS_HD void transform(int i) {
    const LaneVec3<T> v = load_lanes(b.search.x + i, b.search.y + i, b.search.z + i);
    const Mat3<T>& r = b_in_a.rotation;
    const Vec3<T>& t = b_in_a.translation;
    (dot(in_all_lanes(r.row0), v) + Lanes<T>::all(t.x)).store(x + i);
    (dot(in_all_lanes(r.row1), v) + Lanes<T>::all(t.y)).store(y + i);
    (dot(in_all_lanes(r.row2), v) + Lanes<T>::all(t.z)).store(z + i);
  }
};

}  // namespace talus::polyhedron_polyhedron
