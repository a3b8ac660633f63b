// GJK with the signed volumes method of Montanari, Petrinic and Barbieri (2017) as P0 section 2
// describes it: the signs of sub-volumes, areas and lengths decide which face of the simplex holds
// the point nearest to the origin, and Cramer's rule gives its barycentric coordinates.
//
//   M        columns M_i = (OS_i, 1), restricted to the coordinates of largest projected size
//   P_0      (projection of O on the affine hull of the S_i, 1), restricted likewise
//   lambda_i det[M_1 .. P_0 .. M_p] / det M, P_0 in column i                                    (5)
//
// Equation (4) divides C_4,i by det M. Read as signed cofactors it is (5) for P_0 = (0, 0, 0, 1),
// that is for an origin inside a tetrahedron, and right; read as minors in absolute value, as P0
// reads it, it is wrong. (5) is used throughout.
//
// Known failures, all published and kept: the same as of gjk-johnson for overlapping bodies, whose
// final tetrahedron is answered by its nearest face (Figs. 6 to 8). The sub-algorithm itself is
// stable: a simplex without volume is answered by its faces.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/published/gjk_answer.h"

namespace talus::polyhedron_polyhedron {
namespace gjk {

struct SignedVolumes {
  template <class T>
  TALUS_HD static NearestFace<T> nearest(const engine::Simplex<T>& tau) {
    if (tau.count == 4) return on_tetrahedron(tau);
    if (tau.count == 3) return on_triangle(tau, 0, 1, 2);
    if (tau.count == 2) return on_segment(tau, 0, 1);
    return on_vertex(tau, 0);
  }

 private:
  template <class T>
  TALUS_HD static bool same_sign(T x, T y) {
    return (x > T(0) && y > T(0)) || (x < T(0) && y < T(0));
  }

  template <class T>
  TALUS_HD static void keep_nearer(NearestFace<T>& best, const NearestFace<T>& other) {
    if (best.count == 0 || norm_squared(other.v) < norm_squared(best.v)) best = other;
  }

  template <class T>
  TALUS_HD static NearestFace<T> on_vertex(const engine::Simplex<T>& tau, int i) {
    return {{i}, {T(1)}, 1, tau.point[i].c};
  }

  // One coordinate, the one along which the segment is longest.
  template <class T>
  TALUS_HD static NearestFace<T> on_segment(const engine::Simplex<T>& tau, int i, int j) {
    const Vec3<T>&p = tau.point[i].c, q = tau.point[j].c;
    const Vec3<T> e = q - p;
    const T length = norm_squared(e);
    if (!(length > T(0))) return on_vertex(tau, i);
    const Vec3<T> p0 = p - (dot(p, e) / length) * e;
    int axis = absolute(e.y) > absolute(e.x) ? 1 : 0;
    if (absolute(e.z) > absolute(e[axis])) axis = 2;
    const T det = p[axis] - q[axis];
    const T det_i = p0[axis] - q[axis], det_j = p[axis] - p0[axis];
    if (!same_sign(det, det_j)) return on_vertex(tau, i);
    if (!same_sign(det, det_i)) return on_vertex(tau, j);
    return {{i, j}, {det_i / det, det_j / det}, 2, p0};
  }

  // Twice the signed area of a triangle in the plane of the axes k and l.
  template <class T>
  TALUS_HD static T area(const Vec3<T>& p, const Vec3<T>& q, const Vec3<T>& r, int k, int l) {
    return (q[k] - p[k]) * (r[l] - p[l]) - (r[k] - p[k]) * (q[l] - p[l]);
  }

  // Two coordinates, those in which the triangle has its largest area.
  template <class T>
  TALUS_HD static NearestFace<T> on_triangle(const engine::Simplex<T>& tau, int i, int j, int k) {
    const Vec3<T>&p = tau.point[i].c, q = tau.point[j].c, r = tau.point[k].c;
    const Vec3<T> n = cross(q - p, r - p);
    const T square = norm_squared(n);
    int drop = absolute(n.y) > absolute(n.x) ? 1 : 0;
    if (absolute(n.z) > absolute(n[drop])) drop = 2;
    const int x = (drop + 1) % 3, y = (drop + 2) % 3;
    const T det = n[drop];
    T det_i = T(0), det_j = T(0), det_k = T(0);
    Vec3<T> p0{};
    if (square > T(0)) {
      p0 = (dot(p, n) / square) * n;
      det_i = area(p0, q, r, x, y);
      det_j = area(p, p0, r, x, y);
      det_k = area(p, q, p0, x, y);
    }
    const bool in_i = same_sign(det, det_i), in_j = same_sign(det, det_j),
               in_k = same_sign(det, det_k);
    if (in_i && in_j && in_k) return {{i, j, k}, {det_i / det, det_j / det, det_k / det}, 3, p0};
    NearestFace<T> best;
    best.count = 0;
    if (!in_i) keep_nearer(best, on_segment(tau, j, k));
    if (!in_j) keep_nearer(best, on_segment(tau, i, k));
    if (!in_k) keep_nearer(best, on_segment(tau, i, j));
    return best;
  }

  template <class T>
  TALUS_HD static NearestFace<T> on_tetrahedron(const engine::Simplex<T>& tau) {
    const Vec3<T>&p = tau.point[0].c, q = tau.point[1].c, r = tau.point[2].c, s = tau.point[3].c;
    // det[.. P_0 ..] with P_0 = (0, 0, 0, 1) in column i, and det M, which is their sum. The volume
    // itself is taken from differences, so that a flat simplex far from the origin is seen as flat.
    const Vec3<T> pq = cross(p, q), rs = cross(r, s);
    const T det_i[4] = {-dot(q, rs), dot(p, rs), -dot(s, pq), dot(r, pq)};
    const T det = dot(p - s, cross(q - s, r - s));
    const bool in[4] = {same_sign(det, det_i[0]), same_sign(det, det_i[1]),
                        same_sign(det, det_i[2]), same_sign(det, det_i[3])};
    if (in[0] && in[1] && in[2] && in[3]) {
      const T sum = (det_i[0] + det_i[1]) + (det_i[2] + det_i[3]);
      return {
          {0, 1, 2, 3}, {det_i[0] / sum, det_i[1] / sum, det_i[2] / sum, det_i[3] / sum}, 4, {}};
    }
    NearestFace<T> best;
    best.count = 0;
    if (!in[0]) keep_nearer(best, on_triangle(tau, 1, 2, 3));
    if (!in[1]) keep_nearer(best, on_triangle(tau, 0, 2, 3));
    if (!in[2]) keep_nearer(best, on_triangle(tau, 0, 1, 3));
    if (!in[3]) keep_nearer(best, on_triangle(tau, 0, 1, 2));
    return best;
  }
};

}  // namespace gjk

template <class T, class Trace>
TALUS_HD Contact<T> trace_gjk_signed_volumes(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                             const RelativePose<T>& b_in_a,
                                             const Settings<T>& settings, Trace& trace) {
  PolyhedronDifference<T> difference(a, b, b_in_a);
  const gjk::GjkOutcome<T> outcome =
      gjk::gjk_loop<gjk::SignedVolumes>(difference, gjk::first_direction(difference),
                                        difference.rounding(), settings.max_iterations, trace);
  return gjk::gjk_answer<gjk::SignedVolumes>(difference, settings, outcome);
}

template <class T>
TALUS_HD Contact<T> gjk_signed_volumes(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                       const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                       Cache<T>&) {
  Silent silent;
  return trace_gjk_signed_volumes(a, b, b_in_a, settings, silent);
}

}  // namespace talus::polyhedron_polyhedron
