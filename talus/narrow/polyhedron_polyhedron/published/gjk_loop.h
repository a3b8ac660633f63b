// The main loop of GJK (Gilbert, Johnson, Keerthi 1988, as P0 section 2 and Fig. 5 describe it),
// shared by the methods that differ only in the sub-algorithm, the nearest point of a simplex.
//
//   tau_k    simplex: up to four vertices of the Minkowski difference A - B
//   V_k      its point nearest to the origin O (the sub-algorithm finds it)
//   v_k      oriented search direction, from V_k towards O
//   w_k+1    outermost vertex of A along v_k minus the outermost vertex of B along -v_k
//
// It ends where the origin lies inside tau_k+1, or where no new vertex makes a nearer simplex. P0
// leaves v_1 open: here from the centre of A to the centre of B (of their bounding spheres).
//
// Corrected: P0 says that overlapping bodies always end in a tetrahedron. The origin may also fall
// on a vertex, an edge or a triangle of tau (Fig. 8), where V = O has no direction: `on_simplex`.
#pragma once

#include "talus/contact.h"
#include "talus/narrow/minkowski_difference.h"

namespace talus::polyhedron_polyhedron::gjk {

// The smallest face of a simplex that holds its point V nearest to the origin: the indices of its
// vertices (ascending) and the barycentric coordinates lambda of V, all positive.
template <class T>
struct NearestFace {
  int index[4];
  T lambda[4];
  int count;
  Vec3<T> v;
};

enum class GjkVerdict {
  outside,     // no nearer simplex: V is the point of A - B nearest to the origin
  enclosed,    // the origin is strictly inside the final tetrahedron
  on_simplex,  // V = O to rounding
  limit,
};

template <class T>
struct GjkOutcome {
  GjkVerdict verdict;
  engine::Simplex<T> simplex;  // outside: reduced to the face that holds V, its weights are lambda
  NearestFace<T> nearest;      // on_simplex: the face of `simplex`, still whole, that holds O
  Vec3<T> v;                   // V; zero if enclosed
  Vec3<T> direction;           // the last search direction, of any length
  int iterations;
};

// What a follower sees after each step: tau with the new vertex, before it is reduced, and V.
template <class T>
struct GjkStep {
  engine::Simplex<T> tau;
  NearestFace<T> nearest;
};

template <class T>
TALUS_HD void keep_face(engine::Simplex<T>& tau, const NearestFace<T>& face) {
  for (int i = 0; i < face.count; ++i) {
    if (face.index[i] != i) tau.point[i] = tau.point[face.index[i]];
    tau.weight[i] = face.lambda[i];
  }
  tau.count = face.count;
}

template <class T>
TALUS_HD Vec3<T> first_direction(const PolyhedronDifference<T>& difference) {
  const Vec3<T> between = difference.between_centres();
  return max_norm(between) > difference.rounding() ? between : Vec3<T>{T(1), T(0), T(0)};
}

// A new vertex must be nearer along v_k than V_k by more than the rounding of the comparison.
template <class T>
TALUS_HD bool is_nearer(const engine::Simplex<T>& tau, const Vec3<T>& v, T square,
                        const engine::SupportPair<T>& w, T rounding) {
  for (int i = 0; i < tau.count; ++i) {
    if (tau.point[i].index_a == w.index_a && tau.point[i].index_b == w.index_b) return false;
  }
  const T gain = square - dot(v, w.c);
  return gain > T(0) && gain * gain > rounding * rounding * square;
}

// Sub::nearest(const Simplex&) -> NearestFace.
template <class Sub, class T, class Body, class Trace>
TALUS_HD GjkOutcome<T> gjk_loop(Body& difference, const Vec3<T>& v1, T rounding, int max_iterations,
                                Trace& trace) {
  GjkOutcome<T> r;
  engine::Simplex<T>& tau = r.simplex;
  tau.point[0] = difference.support(v1);
  tau.weight[0] = T(1);
  tau.count = 1;
  r.nearest = {{0}, {T(1)}, 1, tau.point[0].c};
  r.v = r.nearest.v;
  r.direction = v1;
  r.iterations = 0;
  T square = norm_squared(r.v);
  for (;;) {
    r.verdict = r.nearest.count == 4 ? GjkVerdict::enclosed : GjkVerdict::on_simplex;
    if (r.nearest.count == 4 || !(square > rounding * rounding)) return r;
    keep_face(tau, r.nearest);
    r.verdict = GjkVerdict::limit;
    if (r.iterations == max_iterations) return r;
    ++r.iterations;
    r.verdict = GjkVerdict::outside;
    r.direction = -r.v;
    const engine::SupportPair<T> w = difference.support(r.direction);
    if (!is_nearer(tau, r.v, square, w, rounding)) return r;
    tau.point[tau.count++] = w;
    r.nearest = Sub::nearest(tau);
    trace(GjkStep<T>{tau, r.nearest});
    const T new_square = norm_squared(r.nearest.v);
    if (r.nearest.count < 4 && !(new_square < square)) {
      --tau.count;  // what is left is rounding
      return r;
    }
    r.v = r.nearest.v;
    square = new_square;
  }
}

}  // namespace talus::polyhedron_polyhedron::gjk
