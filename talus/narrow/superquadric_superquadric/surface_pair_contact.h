// The contact from the places that two_places.h has found. Where the last step is still to be
// taken, it is taken in the normals and points to first order, and in the points along the normal
// to second order: on a surface a slide x with a turn m of the normal comes down by m.x / 2. The
// distance is then right to the third order of the step, normal and points to the second. The
// bracket is that of the places looked at.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/fast_newton.h"
#include "talus/narrow/ellipsoid_ellipsoid/inner_ellipsoid.h"
#include "talus/narrow/raw_contact.h"
#include "talus/narrow/superquadric_superquadric/surface_pair_newton.h"

namespace talus::superquadric_superquadric {

template <class N>
struct Meeting {
  RawContact<N> touch;
  Vec3<PairOf<N>> k;  // the start for the next query of the pair: the places, or a little beyond
};

// Where the next search should start: beyond the places by most of what they went from the last
// start. Where a contact drifts steadily, each search then begins with 5/9 of that way left, and a
// step of that length more often need not be looked at.
template <class N>
TALUS_INLINE Vec3<PairOf<N>> next_start(const Vec3<PairOf<N>>& start, const Vec3<PairOf<N>>& k) {
  const Vec3<PairOf<N>> way = k - start;
  const MaskOf<N> near = larger(max_norm(of_a(way)), max_norm(of_b(way))) < N(0.01);
  return select_pair<N>(near, k + PairOf<N>(0.8) * way, k);
}

// Takes the last step, where there is one.
template <class N>
TALUS_INLINE void go_ahead(const Found<N>& found, Meeting<N>& m) {
  const Look<N>& s = found.look;
  const Step<N>& step = found.step;
  const N turn_e = of_a(step.turn_e), turn_f = of_a(step.turn_f);
  const PairOf<N> down = PairOf<N>(0.5) * (step.turn_e * step.slide_e + step.turn_f * step.slide_f);
  // The slide of B is at right angles to its own normal, not to that of A.
  const N rise = of_b(step.slide_e) * s.tilt_e + of_b(step.slide_f) * s.tilt_f;
  const auto moved = [&](const Vec3<N>& x, const N& e, const N& f, const N& n) {
    return select_vector<N>(found.ahead, x + (e * s.e + f * s.f + n * s.n), x);
  };
  RawContact<N>& t = m.touch;
  t.point_a = moved(s.point_a, of_a(step.slide_e), of_a(step.slide_f), -of_a(down));
  t.point_b = moved(s.point_b, of_b(step.slide_e), of_b(step.slide_f), of_b(down) - rise);
  const N shorter = N(1) / square_root(N(1) + (square(turn_e) + square(turn_f)));
  const Vec3<N> next = shorter * (s.n + (turn_e * s.e + turn_f * s.f));
  t.normal = select_vector<N>(found.ahead, next, s.n);
  t.distance = select(found.ahead, dot(next, t.point_b - t.point_a), s.delta);
  m.k = select_pair<N>(found.ahead, next_start(found.start, found.k + step.change), found.k);
}

template <class N>
TALUS_INLINE Meeting<N> meeting_at(const SuperquadricPair<N>& p, const Found<N>& found) {
  const Look<N>& s = found.look;
  Meeting<N> m;
  RawContact<N>& t = m.touch;
  t.evaluations = found.evaluations;
  t.stationary = found.stationary;
  if (any(found.ahead)) {
    go_ahead(found, m);
  } else {
    t.normal = s.n;
    t.point_a = s.point_a;
    t.point_b = s.point_b;
    t.distance = s.delta;
    m.k = found.k;
  }
  t.lower = smaller(found.bounds.lower, t.distance - p.rounding);
  t.upper = larger(found.bounds.upper, t.distance + p.rounding);
  const MaskOf<N> closed =
      t.stationary & (t.upper - t.lower < N(1e-12) * larger(p.size, absolute(t.distance)));
  t.closed = closed | found.ahead;
  const Vec3<N> missed = N(0.5) * (t.point_b - t.point_a - t.distance * t.normal);
  t.point_a = t.point_a + missed;
  t.point_b = t.point_b - missed;
  return m;
}

// Whether the ellipsoids that touch the bodies from inside (inner_squares) prove the depth to
// within 2 slack: a sum of ellipsoids lies in C, and of that the deepest point is known
// (ellipsoid_ellipsoid/inner_ellipsoid.h).
template <class T>
TALUS_HD bool inner_ellipsoids_prove(const SuperquadricPair<T>& p, const Look<T>& s, T depth,
                                     T slack) {
  using B = PairOf<T>;
  const Vec3<B> squares = inner_squares(p.form, s.place);
  const Vec3<B> n = (B(1) / s.length) * s.place.normal;
  const Vec3<B> pulled = multiply_componentwise(squares, n);
  const B along = square_root(dot(n, pulled));  // |S n|
  const B scale = p.form.ball * along * s.length;
  const Vec3<B> axes{scale * square_root(squares.x), scale * square_root(squares.y),
                     scale * square_root(squares.z)};
  // From the centre of the ellipsoid to the place.
  const Vec3<B> reach = (scale / along) * pulled;
  const Vec3<T> centre_a = s.point_a - of_a(reach);
  const Vec3<T> centre_b = s.point_b - p.b_in_a.rotation * of_b(reach);
  const RelativePose<T> pose{p.b_in_a.rotation, centre_b - centre_a};
  return ellipsoid_ellipsoid::inner_ellipsoid_proves(
      Ellipsoid<T>{of_a(axes)}, Ellipsoid<T>{of_b(axes)}, pose, s.n, depth, slack);
}

// The start without a guess: the normal between the ellipsoids of the same semi-axes.
template <class N>
TALUS_INLINE Vec3<N> first_normal(const SuperquadricPair<N>& p) {
  const ellipsoid_ellipsoid::Placed<N> placed =
      ellipsoid_ellipsoid::place(of_a(p.form.axes), of_b(p.form.axes), p.b_in_a);
  const ellipsoid_ellipsoid::Squares<N> squares = squares_of(placed);
  return second_step(placed, squares, first_step(placed, squares));
}

// The places whose normals are n and -n.
template <class N>
TALUS_INLINE Vec3<PairOf<N>> places_along(const SuperquadricPair<N>& p, const Vec3<N>& n) {
  return coordinates_along(p.form, both(n, -p.b_in_a.direction_to_b(n)));
}

// A cache may hold anything: only finite places and directions are taken from it.
template <class N>
TALUS_INLINE MaskOf<N> is_place(const Vec3<N>& k) {
  const N infinity(infinity_of<typename ScalarOf<N>::Type>());
  const MaskOf<N> some = max_norm(k) > N(0), x = absolute(k.x) < infinity,
                  y = absolute(k.y) < infinity, z = absolute(k.z) < infinity;
  return some & x & y & z;
}

// Alone and in batches, or their bits would differ.
inline constexpr int max_evaluations_warm = 8, max_evaluations_cold = 24;

// Where to start: at the places of the last contact, if there are any, else from first_normal.
template <class N>
struct Start {
  Vec3<PairOf<N>> k;
  N max_evaluations;
};

template <class N>
TALUS_INLINE Start<N> start_of(const SuperquadricPair<N>& p, const Vec3<N>& surface_param_a,
                               const Vec3<N>& surface_param_b) {
  const MaskOf<N> warm = is_place(surface_param_a) & is_place(surface_param_b);
  Start<N> start{both(surface_param_a, surface_param_b), N(max_evaluations_warm)};
  if (any(!warm)) {
    const Vec3<N> n = first_normal(p);
    start.k = select_pair<N>(warm, start.k, places_along(p, n));
    start.max_evaluations =
        select(warm, start.max_evaluations, select(is_place(n), N(max_evaluations_cold), N(1)));
  }
  return start;
}

}  // namespace talus::superquadric_superquadric
