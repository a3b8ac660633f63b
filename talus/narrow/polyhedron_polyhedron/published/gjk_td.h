// GJK-TD, "tetrahedron distortion": P0 section 3.2, Algorithm 3. GJK first (signed volumes); where
// it ends in a tetrahedron around the origin, the nearest face is replaced by its three triangles
// with the outermost vertex along its normal, until the nearest face lies on the hull of A - B.
//
//   Sigma, Sigma_visited   faces to choose from; faces already replaced, which are not built again
//   d_p, n_p               distance of the plane of face p from O; its normal, away from O. (The
//   paper
//                          says the distance of the triangular face: below)
//   E_q                    the outermost vertex of A - B along n_p
//   face location          E_q belongs to face p: p lies on the hull
//   V                      projection of O on the last face; lambda_i its barycentric coordinates
//
// This is not the expanding polytope algorithm: no horizon is sought, faces may cross each other.
// It is right all the same. Every ray from O meets a face of Sigma: take the farthest face ever
// made that it meets; were it visited, the ray would go on through the tetrahedron with E_q and
// leave it by another of its faces, farther out, which was made then or before. So the nearest d_p
// is the radius of a ball inside A - B, and on the hull it is the depth.
//
// "Distance of each triangular face to the coordinates origin" can be read as that of the triangle.
// The answer is the same: the last face then has d_p >= its plane's distance >= the depth >= the
// smallest d_p, so all are equal. It takes fewer steps and asks for no other triangle of the plane,
// as (6) then holds by itself; it costs more per face (study/polyhedra measures both).
//
// Corrected of the paper:
// - The bound of 3 (vA + vB) - 8 steps takes A - B to have vA + vB vertices. It can have vA vB; the
//   bound is exceeded in practice (study/polyhedra). Steps end when the scratch space is full, with
//   iteration_limit; Algorithm 3 has no such end, and a store that grows has none.
// - The distances of the visited faces do not always grow: a new face may lie nearer than the old.
// - (8) to (10) are 0/0 where O lies in the plane of the face (touching). Both determinants carry
//   the factor d_p, which is divided out: lambda_1 = n . (OS_2 x OS_3) / n.n, with n of twice the
//   area's length.
// - (6) requires lambda_i >= 0, but a face of A - B with more than three corners is tiled by
//   several triangles of the same d_p: the one that holds V is taken.
// - E_q need not be a corner of the face to belong to it: it may be another vertex of its plane.
// - O may lie on the plane of a first face (Fig. 8b): normals then point away from the middle of
//   the tetrahedron. GJK may end on a triangle, edge or vertex: it is completed to a tetrahedron.
#pragma once

#include "talus/narrow/engine/tetrahedron.h"
#include "talus/narrow/polyhedron_polyhedron/published/gjk_signed_volumes.h"
#include "talus/narrow/polyhedron_polyhedron/published/gjk_td_faces.h"

namespace talus::polyhedron_polyhedron {
namespace gjk {

// One turn of the loop of Algorithm 3.
template <class T>
struct TdStep {
  engine::SupportPair<T> corner[3];
  Vec3<T> normal;            // of any length
  T distance_squared;        // of the plane from O
  engine::SupportPair<T> e;  // E_q
  bool on_hull;              // the face location condition
};

template <class T>
struct TdEnd {
  int face;    // the last face
  T height;    // h(n) of its normal, before division by the normal's length
  bool found;  // it lies on the hull; otherwise the storage was full
  int steps;
};

// Lines 1 to 7. False if the four points do not hold the origin.
template <class T, class Sigma>
TALUS_HD bool td_start(Sigma& sigma, const engine::Simplex<T>& tau, T rounding) {
  const Vec3<T> middle =
      T(0.25) * ((tau.point[0].c + tau.point[1].c) + (tau.point[2].c + tau.point[3].c));
  sigma.start(middle, rounding);
  for (int i = 0; i < 4; ++i) sigma.vertex_index(tau.point[i]);
  constexpr int corner[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
  for (const auto& c : corner) sigma.add(c[0], c[1], c[2]);
  if (sigma.face_count() != 4) return false;
  for (int f = 0; f < 4; ++f) {
    if (!(dot(sigma.face(f).normal, sigma.corner(f, 0).c - middle) > T(0))) return false;
  }
  return true;
}

// Lines 8 to 30. A face counts as on the hull if E_q is beyond it by no more than the tolerance:
// rounding for polyhedra, more where a body is smooth. Sigma runs empty only where rounding has
// made faces of no area.
template <class T, class Trace, class Sigma, class Body>
TALUS_HD TdEnd<T> td_expand(Sigma& sigma, Body& difference, T tolerance, Trace& trace) {
  const T slack = square(tolerance);
  TdEnd<T> end{0, T(0), false, 0};
  for (int p = sigma.nearest(); p != Sigma::none; p = sigma.nearest()) {
    const auto& face = sigma.face(p);
    const engine::SupportPair<T> e = difference.support(face.normal);
    const T offset = dot(face.normal, sigma.corner(p, 0).c);
    end = {p, dot(face.normal, e.c), false, end.steps + 1};
    const T beyond = end.height - offset;
    const int i = face.vertex[0], j = face.vertex[1], k = face.vertex[2];
    const int q = sigma.vertex_index(e);
    end.found =
        q == i || q == j || q == k || !(beyond > T(0) && beyond * beyond > slack * face.square);
    trace(TdStep<T>{{sigma.corner(p, 0), sigma.corner(p, 1), sigma.corner(p, 2)},
                    face.normal,
                    offset * offset / face.square,
                    e,
                    end.found});
    if (end.found || q == Sigma::none || !sigma.has_room()) return end;
    sigma.visit(p);
    sigma.add(i, j, q);
    sigma.add(j, k, q);
    sigma.add(k, i, q);
  }
  return end;
}

// (8) to (10) with d_p divided out; the smallest lambda.
template <class T, class Sigma>
TALUS_HD T barycentric(const Sigma& sigma, int f, const Vec3<T>& normal, T* lambda) {
  const Vec3<T>&s1 = sigma.corner(f, 0).c, s2 = sigma.corner(f, 1).c, s3 = sigma.corner(f, 2).c;
  lambda[0] = dot(normal, cross(s2, s3));
  lambda[1] = dot(normal, cross(s3, s1));
  lambda[2] = dot(normal, cross(s1, s2));
  const T sum = lambda[0] + lambda[1] + lambda[2];
  for (int i = 0; i < 3; ++i) lambda[i] = lambda[i] / sum;
  return smaller(lambda[0], smaller(lambda[1], lambda[2]));
}

// The triangle of the last face's plane that holds V, with lambda as weights.
template <class T, class Sigma>
TALUS_HD engine::Simplex<T> td_projection(const Sigma& sigma, const TdEnd<T>& end, T rounding) {
  const Vec3<T> n = sigma.face(end.face).normal;
  const T slack = T(8) * rounding * square_root(sigma.face(end.face).square);
  int best = end.face;
  T lambda[3];
  T least = barycentric(sigma, best, n, lambda);
  for (int f = 0; f < sigma.face_count() && least < T(0); ++f) {
    if (sigma.visited(f)) continue;
    bool in_plane = true;
    for (int i = 0; i < 3; ++i) {
      in_plane = in_plane && end.height - dot(n, sigma.corner(f, i).c) <= slack;
    }
    if (!in_plane) continue;
    const T other = barycentric(sigma, f, n, lambda);
    if (other > least) {
      least = other;
      best = f;
    }
  }
  barycentric(sigma, best, n, lambda);
  engine::Simplex<T> projection;
  projection.count = 3;
  T sum = T(0);
  for (int i = 0; i < 3; ++i) {
    projection.point[i] = sigma.corner(best, i);
    projection.weight[i] = larger(lambda[i], T(0));
    sum = sum + projection.weight[i];
  }
  for (int i = 0; i < 3; ++i) projection.weight[i] = projection.weight[i] / sum;
  return projection;
}

template <class T, class Sigma, class Body>
TALUS_HD Contact<T> td_contact(const Sigma& sigma, const TdEnd<T>& end, const Body& difference,
                               const Settings<T>& settings) {
  const auto& face = sigma.face(end.face);
  const T length = square_root(face.square), rounding = difference.rounding();
  Contact<T> r;
  r.normal = face.normal / length;
  r.distance = -end.height / length;
  r.lower = r.distance - rounding;
  r.upper = rounding - dot(r.normal, sigma.corner(end.face, 0).c);
  const engine::Simplex<T> projection = td_projection(sigma, end, rounding);
  set_points(r, projection.point_a(), projection.point_b());
  close_bracket(r, difference, settings);
  r.status =
      end.found ? status_of(r, touching_width<T> * difference.radius()) : Status::iteration_limit;
  return r;
}

// A tetrahedron that holds the origin: GJK's own, or what it ended on, completed.
template <class T, class Body>
TALUS_HD bool first_tetrahedron(Body& difference, GjkOutcome<T>& outcome) {
  engine::Simplex<T>& tau = outcome.simplex;
  if (outcome.verdict == GjkVerdict::enclosed) return true;
  if (tau.count == 4) {
    const Vec3<T>& p = tau.point[0].c;
    const Vec3<T> n = cross(tau.point[1].c - p, tau.point[2].c - p);
    if (absolute(dot(n, tau.point[3].c - p)) > T(8) * difference.rounding() * norm(n)) return true;
  }
  keep_face(tau, outcome.nearest);
  return engine::complete_tetrahedron(difference, tau, difference.rounding());
}

// Algorithm 3 for any two bodies with vertices of their own numbers in index_a and index_b. Sigma
// is scratch space of the caller.
template <class T, class Body, class Sigma, class Trace>
TALUS_HD Contact<T> td_answer(Body& difference, const Settings<T>& settings, const Vec3<T>& v1,
                              T tolerance, Sigma& sigma, Trace& trace) {
  GjkOutcome<T> outcome =
      gjk_loop<SignedVolumes>(difference, v1, tolerance, settings.max_iterations, trace);
  if (outcome.verdict == GjkVerdict::outside || outcome.verdict == GjkVerdict::limit) {
    return gjk_answer<SignedVolumes>(difference, settings, outcome);
  }
  Contact<T> r;
  if (first_tetrahedron(difference, outcome) &&
      td_start(sigma, outcome.simplex, difference.rounding())) {
    const TdEnd<T> end = td_expand(sigma, difference, tolerance, trace);
    r = td_contact(sigma, end, difference, settings);
    r.iterations = outcome.iterations + end.steps;
  } else {
    r = unknown_contact(difference, outcome.direction);
    r.iterations = outcome.iterations;
  }
  return r;
}

}  // namespace gjk

template <class T, class Sigma, class Trace>
TALUS_HD Contact<T> trace_gjk_td(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                 const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                 Sigma& sigma, Trace& trace) {
  PolyhedronDifference<T> difference(a, b, b_in_a);
  const Vec3<T> v1 = gjk::first_direction(difference);
  return gjk::td_answer(difference, settings, v1, difference.rounding(), sigma, trace);
}

template <class T, class Trace>
TALUS_HD Contact<T> trace_gjk_td(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                 const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                 Trace& trace) {
  gjk::TdFaces<T> sigma;
  return trace_gjk_td(a, b, b_in_a, settings, sigma, trace);
}

template <class T>
TALUS_HD Contact<T> gjk_td(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                           const RelativePose<T>& b_in_a, const Settings<T>& settings, Cache<T>&) {
  Silent silent;
  return trace_gjk_td(a, b, b_in_a, settings, silent);
}

}  // namespace talus::polyhedron_polyhedron
