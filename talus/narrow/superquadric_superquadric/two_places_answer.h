// The contact from the places that two_places.h has found, with its bracket.
//
// Below: sigma along the normal of A. The support value of B along -n is at most that along its own
// normal n_B plus |n + n_B| times the reach of B, so sigma >= n.(x_B - x_A) - |n + n_B| reach.
// Above: each body holds a ball that touches it from inside at its place (tangent_ball), with
// centres y = x - r n. So C = A - B holds a ball of radius r_A + r_B around y_A - y_B, and whether
// the bodies overlap or not
//   distance <= |y_B - y_A| - r_A - r_B.
// The two meet where the normals are opposite and the points joined by them, unless the depth
// exceeds r_A + r_B.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/inner_ellipsoid.h"
#include "talus/narrow/ellipsoid_ellipsoid/lean_newton.h"
#include "talus/narrow/superquadric_superquadric/two_places.h"
#include "talus/narrow/touch.h"

namespace talus::superquadric_superquadric {

template <class N>
struct Meeting {
  Touch<N> touch;
  Vec3<Both<N>> k;  // the places: the start for the next query of the pair
};

template <class N>
TALUS_INLINE Meeting<N> meeting_at(const Facing<N>& p, const Found<N>& s) {
  Meeting<N> m;
  m.k = s.k;
  Touch<N>& t = m.touch;
  t.looks = s.looks;
  t.stationary = s.stationary;
  t.normal = s.n;
  t.distance = s.delta;
  t.lower = t.distance - (p.rounding + square_root(s.tilt_squared) * p.reach_b);
  const N ball_a = of_a(s.ball), ball_b = of_b(s.ball);
  const Vec3<N> between = (s.point_b - ball_b * s.n_b) - (s.point_a - ball_a * s.n);
  t.upper = larger(norm(between) - (ball_a + ball_b), t.distance) + p.rounding;
  t.closed = t.stationary & (t.upper - t.lower < N(1e-12) * larger(p.size, absolute(t.distance)));
  const Vec3<N> missed = N(0.5) * (s.point_b - s.point_a - t.distance * t.normal);
  t.point_a = s.point_a + missed;
  t.point_b = s.point_b - missed;
  return m;
}

// Whether the ellipsoids that touch the bodies from inside (inner_squares) prove the depth to
// within 2 slack: a sum of ellipsoids lies in C, and of that the deepest point is known
// (ellipsoid_ellipsoid/inner_ellipsoid.h).
template <class T>
TALUS_HD bool inner_ellipsoids_prove(const Facing<T>& p, const Look<T>& s, T depth, T slack) {
  using B = Both<T>;
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
TALUS_INLINE Vec3<N> first_normal(const Facing<N>& p) {
  const ellipsoid_ellipsoid::Placed<N> placed =
      ellipsoid_ellipsoid::place(of_a(p.form.axes), of_b(p.form.axes), p.b_in_a);
  const ellipsoid_ellipsoid::Squares<N> squares = squares_of(placed);
  return second_step(placed, squares, first_step(placed, squares));
}

// The places whose normals are n and -n.
template <class N>
TALUS_INLINE Vec3<Both<N>> places_along(const Facing<N>& p, const Vec3<N>& n) {
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
inline constexpr int most_looks_warm = 8, most_looks_cold = 24;

// Where to start: at the places of the last contact, if there are any, else from first_normal.
template <class N>
struct Start {
  Vec3<Both<N>> k;
  N most_looks;
};

template <class N>
TALUS_INLINE Start<N> start_of(const Facing<N>& p, const Vec3<N>& place_a, const Vec3<N>& place_b) {
  const MaskOf<N> warm = is_place(place_a) & is_place(place_b);
  Start<N> start{both(place_a, place_b), N(most_looks_warm)};
  if (any(!warm)) {
    const Vec3<N> n = first_normal(p);
    start.k = select_both<N>(warm, start.k, places_along(p, n));
    start.most_looks =
        select(warm, start.most_looks, select(is_place(n), N(most_looks_cold), N(1)));
  }
  return start;
}

}  // namespace talus::superquadric_superquadric
