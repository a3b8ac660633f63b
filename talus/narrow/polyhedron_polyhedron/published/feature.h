// The features of a polyhedron, vertices, edges and faces, and their adjacency.
// A corner k of a face stands for three of them: the vertex at it, the edge to the next corner, and
// the face itself; so one pair of numbers names any feature, and turning about a vertex or crossing
// an edge needs only the adjacency of faces.
#pragma once

#include "talus/math/pose.h"
#include "talus/shape/polyhedron_view.h"

namespace talus::polyhedron_polyhedron {

enum class FeatureKind { vertex, edge, face };

struct Feature {
  FeatureKind kind{};
  int face{};
  int corner{};  // into face_vertex; the edge runs from here to the next corner of the face
};

// A body with its features in the frame of A.
template <class T>
struct PosedPolyhedron {
  const PolyhedronView<T>& body;
  const RelativePose<T>& pose;

  TALUS_HD Vec3<T> vertex(int i) const { return pose.point_to_a(body.vertex(i)); }
  TALUS_HD Vec3<T> corner(int k) const { return vertex(body.face_vertex[k]); }
  TALUS_HD Vec3<T> normal(int face) const { return pose.rotation * body.face_normal[face]; }
  // From the body's own coordinates, free of the rounding of the pose.
  TALUS_HD Vec3<T> along(int from, int to) const {
    return pose.rotation *
           (body.vertex(body.face_vertex[to]) - body.vertex(body.face_vertex[from]));
  }
  // Height of x above the plane of a face.
  TALUS_HD T above(int face, const Vec3<T>& x) const {
    return dot(body.face_normal[face], pose.direction_to_b(x - pose.translation)) -
           body.face_offset[face];
  }
  TALUS_HD int first_corner(int face) const { return body.face_vertex_start[face]; }
  TALUS_HD int end_corner(int face) const { return body.face_vertex_start[face + 1]; }
  TALUS_HD int next(int face, int k) const {
    return k + 1 == end_corner(face) ? first_corner(face) : k + 1;
  }
  TALUS_HD int previous(int face, int k) const {
    return k == first_corner(face) ? end_corner(face) - 1 : k - 1;
  }
  // The same edge as the face across it has it, in the opposite direction.
  TALUS_HD Feature across(const Feature& edge) const {
    const int from = body.face_vertex[edge.corner];
    const int to = body.face_vertex[next(edge.face, edge.corner)];
    const int other = body.face_neighbour[edge.corner];
    for (int k = first_corner(other); k < end_corner(other); ++k) {
      if (body.face_vertex[k] == to && body.face_vertex[next(other, k)] == from) {
        return {FeatureKind::edge, other, k};
      }
    }
    return {FeatureKind::edge, other, first_corner(other)};  // not in a closed surface
  }
  // The next edge that leaves the vertex of this one.
  TALUS_HD Feature turn(const Feature& edge) const {
    return across({FeatureKind::edge, edge.face, previous(edge.face, edge.corner)});
  }
  TALUS_HD int edges_at(int vertex) const {
    return body.neighbour_start[vertex + 1] - body.neighbour_start[vertex];
  }
};

// The point of a segment nearest to x, as the parameter along it from 0 to 1.
template <class T>
TALUS_HD T nearest_on_segment(const Vec3<T>& from, const Vec3<T>& along, const Vec3<T>& x) {
  const T t = dot(x - from, along) / norm_squared(along);
  return smaller(larger(t, T(0)), T(1));
}

template <class T>
struct NearestPoints {
  Vec3<T> a, b;
};

// The nearest points of two segments p + s u and q + t v. On parallel ones the middle of what faces
// each other.
template <class T>
TALUS_HD NearestPoints<T> nearest_on_segments(const Vec3<T>& p, const Vec3<T>& u, const Vec3<T>& q,
                                              const Vec3<T>& v) {
  const Vec3<T> w = q - p;
  const T uu = norm_squared(u), vv = norm_squared(v);
  const Vec3<T> n = cross(u, v);
  const T nn = norm_squared(n);
  T s;
  if (nn > square(T(64) * epsilon_of<T>()) * uu * vv) {
    s = dot(cross(w, v), n) / nn;  // of the two lines
  } else {
    const T q0 = dot(w, u) / uu, q1 = dot(w + v, u) / uu;
    s = T(0.5) * (larger(T(0), smaller(q0, q1)) + smaller(T(1), larger(q0, q1)));
  }
  s = smaller(larger(s, T(0)), T(1));
  Vec3<T> a = p + s * u;
  const T t = polyhedron_polyhedron::nearest_on_segment(q, v, a);
  const Vec3<T> b = q + t * v;
  // Where t was cut off the best s is another one.
  if (t == T(0) || t == T(1)) a = p + polyhedron_polyhedron::nearest_on_segment(p, u, b) * u;
  return {a, b};
}

}  // namespace talus::polyhedron_polyhedron
