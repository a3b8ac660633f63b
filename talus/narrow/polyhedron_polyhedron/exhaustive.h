// Penetration depth of two polyhedra by their Gauss maps: a minimum of h over directions is the
// normal of a face of A, of a face of B, or the common perpendicular of an edge of A and an edge of
// B whose arcs on the sphere cross (the arcs run between the normals of the two faces at an edge).
// All are evaluated, so the answer is the global minimum by construction. The cost is the product
// of the numbers of edges, but no geometric construction can fail by rounding: this is the last
// fallback.
#pragma once

#include "talus/narrow/engine/convex.h"
#include "talus/narrow/minkowski_difference.h"

namespace talus::polyhedron_polyhedron {

template <class T>
struct BestDirection {
  T h{infinity_of<T>()};
  Vec3<T> normal{};
};

// Whether the arcs of two edges cross; then the common perpendicular of the edges is a face of C.
// p0, p1: face normals at the edge of A; q0, q1: negated face normals at the edge of B.
template <class T>
TALUS_HD bool arcs_cross(const Vec3<T>& p0, const Vec3<T>& p1, const Vec3<T>& edge_a,
                         const Vec3<T>& q0, const Vec3<T>& q1, const Vec3<T>& edge_b) {
  const T slack =
      T(16) * epsilon_of<T>();  // of a product of unit vectors: crossings are not missed
  const T slack_a = slack * max_norm(edge_a), slack_b = slack * max_norm(edge_b);
  const T q0_side = dot(q0, edge_a), q1_side = dot(q1, edge_a);
  if ((q0_side > slack_a && q1_side > slack_a) || (q0_side < -slack_a && q1_side < -slack_a)) {
    return false;
  }
  const T p0_side = dot(p0, edge_b), p1_side = dot(p1, edge_b);
  return !((p0_side > slack_b && p1_side > slack_b) || (p0_side < -slack_b && p1_side < -slack_b));
}

template <class T, class Difference>
TALUS_HD void consider(Difference& difference, const Vec3<T>& n, BestDirection<T>& best) {
  const T h = dot(n, difference.support(n).c);
  if (h < best.h) {
    best.h = h;
    best.normal = n;
  }
}

// For overlapping bodies. A result with h <= 0 proves only that the bodies are separated.
template <class T>
TALUS_HD BestDirection<T> best_direction(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                         const RelativePose<T>& b_in_a) {
  Difference<T, PolyhedronView<T>, PolyhedronView<T>> difference(a, b, b_in_a);
  BestDirection<T> best;
  for (int f = 0; f < a.face_count; ++f) consider(difference, a.face_normal[f], best);
  for (int f = 0; f < b.face_count; ++f) {
    consider(difference, b_in_a.rotation * -b.face_normal[f], best);
  }
  for (int i = 0; i < b.edge_count; ++i) {
    const PolyhedronEdge& eb = b.edge[i];
    const Vec3<T> edge_b = b_in_a.rotation * (b.vertex(eb.vertex[1]) - b.vertex(eb.vertex[0]));
    const Vec3<T> q0 = b_in_a.rotation * -b.face_normal[eb.face[0]];
    const Vec3<T> q1 = b_in_a.rotation * -b.face_normal[eb.face[1]];
    for (int j = 0; j < a.edge_count; ++j) {
      const PolyhedronEdge& ea = a.edge[j];
      const Vec3<T> edge_a = a.vertex(ea.vertex[1]) - a.vertex(ea.vertex[0]);
      const Vec3<T>&p0 = a.face_normal[ea.face[0]], p1 = a.face_normal[ea.face[1]];
      if (!arcs_cross(p0, p1, edge_a, q0, q1, edge_b)) continue;
      const Vec3<T> n = cross(edge_a, edge_b);
      const T length = norm(n);
      if (!(length > T(0))) continue;
      const T outward = dot(n, p0 + p1) < T(0) ? T(-1) / length : T(1) / length;
      consider(difference, outward * n, best);
    }
  }
  return best;
}

}  // namespace talus::polyhedron_polyhedron
