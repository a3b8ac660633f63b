// The fast path for two ellipsoids: Newton's method on the distance along n,
//
//   sigma(n) = n.c - |A n| - |B n|,     |A n| = alpha, |B n| = beta,
//
// with A the diagonal matrix of the semi-axes of A, B = diag(semi-axes of B) rotation^T and c the
// centre of B. One source for one pair (N a scalar) and for a pack of pairs (N a pack, pack.h): it
// does not branch on a pair's numbers, and pairs that are done stand still, so that a pair gets the
// same bits alone and in a pack.
//
// n is not normalised (q = n.n): with f = alpha + beta - n.c, sigma = -f / sqrt(q). With the points
// v_A = A^2 n / alpha, v_B = B^T B n / beta and rho = f / q,
//   gradient g = v_A + v_B - c - rho n  (at right angles to n),
//   Hessian on the plane at right angles to n: H - rho I,
//   H = (A^2 - v_A v_A^T) / alpha + (B^T B - v_B v_B^T) / beta,  H n = 0.
// A tangent vector x is determined, up to a multiple of n, by two of its components: those beside
// the largest component of n. In them Newton's equations are 2 x 2 (Chart below).
//
// Start: the minimiser of a surrogate. sqrt(Q) <= (Q / s + s) / 2 with equality at s = sqrt(Q), so
// (A^2 / alpha + B^T B / beta + sigma I) n = c gives the best n for fixed alpha, beta and sigma
// (Weiszfeld's step). One such step with equal weights and no sigma, one with the values that
// gives.
//
// Certificate: the ball of radius r = a_min^2 / h_A + b_min^2 / h_B that touches C = A - B from
// inside at the support point for n lies inside C (support_newton.h). The origin is at
// sqrt((sigma + r)^2 + g^2) from its centre, so, whether the bodies overlap or not,
//   sigma <= distance <= sigma + g^2 / (2 (sigma + r))   if sigma + r > 0.
#pragma once

#include "talus/math/pose.h"
#include "talus/math/select.h"

namespace talus::ellipsoid_ellipsoid {

// Two ellipsoids in A's frame.
template <class N>
struct Placed {
  Vec3<N> a;       // semi-axes of A
  Vec3<N> b;       // semi-axes of B
  Mat3<N> across;  // B above
  Vec3<N> c;       // the centre of B
};

// The squares of their matrices: A^2, which is diagonal, and B^T B.
template <class N>
struct Squares {
  Vec3<N> a;
  Vec3<N> b_diagonal, b_beside;  // xx, yy, zz and yz, xz, xy
};

template <class N>
TALUS_INLINE Placed<N> place(const Vec3<N>& a, const Vec3<N>& b, const RelativePose<N>& b_in_a) {
  const Mat3<N> turned = transpose(b_in_a.rotation);
  return {a, b, {b.x * turned.row0, b.y * turned.row1, b.z * turned.row2}, b_in_a.translation};
}

// The absolute error of sigma.
template <class N>
TALUS_INLINE N rounding_of(const Placed<N>& p) {
  return N(4) * roundoff<N>() * (max_norm(p.a) + max_norm(p.b) + max_norm(p.c));
}

// A cache may hold anything: only a finite direction is taken from it.
template <class N>
TALUS_INLINE MaskOf<N> is_direction(const Vec3<N>& v) {
  const N size = max_norm(v);
  return (size > N(0)) & (size < N(infinity_of<typename ScalarOf<N>::Type>()));
}

template <class N>
TALUS_INLINE N least_of(const Vec3<N>& v) {
  return smaller(v.x, smaller(v.y, v.z));
}

template <class N>
TALUS_INLINE Squares<N> squares_of(const Placed<N>& p) {
  const Vec3<N>&u = p.across.row0, &v = p.across.row1, &w = p.across.row2;
  return {multiply_componentwise(p.a, p.a),
          {u.x * u.x + v.x * v.x + w.x * w.x, u.y * u.y + v.y * v.y + w.y * w.y,
           u.z * u.z + v.z * v.z + w.z * w.z},
          {u.y * u.z + v.y * v.z + w.y * w.z, u.x * u.z + v.x * v.z + w.x * w.z,
           u.x * u.y + v.x * v.y + w.x * w.y}};
}

// The solution n of (w_a A^2 + w_b B^T B + w I) n = c, times the determinant: only its direction is
// of interest.
template <class N>
TALUS_INLINE Vec3<N> weighted_solution(const Squares<N>& squares, const N& w_a, const N& w_b,
                                       const N& w, const Vec3<N>& c) {
  const Vec3<N> beside = w_b * squares.b_beside;
  const Vec3<N> diagonal = w_a * squares.a + w_b * squares.b_diagonal + Vec3<N>{w, w, w};
  const N yz = beside.y * beside.z - diagonal.x * beside.x;
  const N xz = beside.x * beside.z - diagonal.y * beside.y;
  const N xy = beside.x * beside.y - diagonal.z * beside.z;
  return {(diagonal.y * diagonal.z - beside.x * beside.x) * c.x + xy * c.y + xz * c.z,
          xy * c.x + (diagonal.x * diagonal.z - beside.y * beside.y) * c.y + yz * c.z,
          xz * c.x + yz * c.y + (diagonal.x * diagonal.y - beside.z * beside.z) * c.z};
}

// The cold start: two of Weiszfeld's steps. Their lengths are scaled by what they can be at most,
// so that powers of n stay in range; this does not wait for them.
template <class N>
TALUS_INLINE Vec3<N> first_step(const Placed<N>& p, const Squares<N>& squares) {
  const N most = square(max_norm(p.a)) + square(max_norm(p.b));
  return (N(1) / (most * most * max_norm(p.c))) * weighted_solution(squares, N(1), N(1), N(0), p.c);
}

template <class N>
TALUS_INLINE Vec3<N> second_step(const Placed<N>& p, const Squares<N>& squares, const Vec3<N>& n) {
  const N q = norm_squared(n);
  const N alpha = norm(multiply_componentwise(p.a, n)), beta = norm(p.across * n);
  const N w = alpha * beta * larger(dot(n, p.c) - (alpha + beta), N(0));
  const N w_a = beta * q, w_b = alpha * q;
  const N most = w_a * square(max_norm(p.a)) + w_b * square(max_norm(p.b)) + w;
  return (N(1) / (most * most * max_norm(p.c))) * weighted_solution(squares, w_a, w_b, w, p.c);
}

// Which two axes change places so that the third component of a vector is the largest.
template <class N>
struct Chart {
  MaskOf<N> x_last, y_last;

  TALUS_INLINE explicit Chart(const Vec3<N>& v)
      : x_last(absolute(v.x) > larger(absolute(v.y), absolute(v.z))),
        y_last(absolute(v.y) > larger(absolute(v.x), absolute(v.z))) {}

  // Its own inverse.
  TALUS_INLINE void turn(Vec3<N>& v) const {
    exchange(x_last, v.x, v.z);
    exchange(y_last, v.y, v.z);
  }
  TALUS_INLINE void turn(Placed<N>& p, Squares<N>& squares) const {
    turn(p.a);
    turn(p.c);
    turn(p.across.row0);
    turn(p.across.row1);
    turn(p.across.row2);
    turn(squares.a);
    turn(squares.b_diagonal);
    turn(squares.b_beside);
  }
};

// What stays the same during the iteration.
template <class N>
struct Setting {
  Vec3<N> a, c;
  Mat3<N> across;
  N a_xx, a_yy, b_xx, b_yy, b_xy;  // of A^2 and B^T B
  N ball_a, ball_b;                // squares of the least semi-axes
  N rounding;                      // absolute error of a length
  N short_step;                    // square of the turn that need not be looked at
  N slack;                         // of the bracket
};

// A tolerance above 1e-10 ends the search with a step of that size, in radians, and with a bracket
// of that width, which must not be wider than what still reads as touching (pair.h).
template <class N>
TALUS_INLINE Setting<N> setting_of(const Placed<N>& p, const Squares<N>& squares,
                                   typename ScalarOf<N>::Type tolerance) {
  using T = typename ScalarOf<N>::Type;
  const N rounding = rounding_of(p);
  const T fine = T(4) * epsilon_of<T>(), turn = smaller(tolerance, T(1e-4));
  const bool coarse = tolerance > T(1e-10);
  return {p.a,
          p.c,
          p.across,
          squares.a.x,
          squares.a.y,
          squares.b_diagonal.x,
          squares.b_diagonal.y,
          squares.b_beside.z,
          square(least_of(p.a)),
          square(least_of(p.b)),
          rounding,
          N(coarse ? larger(turn * turn, fine) : fine),
          coarse ? N(smaller(tolerance, T(4e-9)) / (T(4) * fine)) * rounding : rounding};
}

// A place n, all that is known of it, and Newton's step from there, times the determinant of its
// equations: as only the direction of n counts, the next place is determinant * n + step, and the
// division can wait for the last one.
template <class N>
struct State {
  Vec3<N> n, v_a, v_b, g, step;
  N q, f, alpha_inverse, beta_inverse, determinant;
  N ball;              // sqrt(q) (sigma + r) of the certificate
  MaskOf<N> definite;  // the Hessian is positive definite
};

// Newton's equations in the first two components: (H - rho (I - n n^T / q)) y = -g, where y is the
// step up to a multiple of n. Written so that little waits for the square roots.
template <class N>
TALUS_INLINE State<N> look_from(const Setting<N>& p, const Vec3<N>& n) {
  State<N> s;
  s.n = n;
  const Vec3<N> along_a = multiply_componentwise(p.a, n), along_b = p.across * n;
  const N alpha_squared = norm_squared(along_a), beta_squared = norm_squared(along_b);
  s.q = norm_squared(n);
  const N alpha = square_root(alpha_squared), beta = square_root(beta_squared);
  const Vec3<N> u_a = multiply_componentwise(p.a, along_a);
  const Vec3<N> u_b = transpose_times(p.across, along_b);
  // One division for three reciprocals.
  const N product = alpha_squared * beta_squared, inverse = N(1) / (product * s.q);
  const N q_inverse = product * inverse, shared = s.q * inverse;
  const N per_a = beta_squared * shared, per_b = alpha_squared * shared;
  const N n_x = n.x * q_inverse, n_y = n.y * q_inverse;
  const Vec3<N> w_a = per_a * u_a, w_b = per_b * u_b;
  const N a_xx = p.a_xx - u_a.x * w_a.x, a_yy = p.a_yy - u_a.y * w_a.y, a_xy = u_a.x * w_a.y;
  const N b_xx = p.b_xx - u_b.x * w_b.x, b_yy = p.b_yy - u_b.y * w_b.y,
          b_xy = p.b_xy - u_b.x * w_b.y;

  s.alpha_inverse = alpha * per_a;
  s.beta_inverse = beta * per_b;
  s.f = (alpha + beta) - dot(n, p.c);
  const N rho = s.f * q_inverse;
  // Where H - rho I is not positive definite, far from a minimum of the depth, H alone is, and its
  // step descends: it goes for the minimum of f, which is convex, on the plane at right angles to
  // n.
  const N h_xx = s.alpha_inverse * a_xx + s.beta_inverse * b_xx;
  const N h_yy = s.alpha_inverse * a_yy + s.beta_inverse * b_yy;
  const N h_xy = s.beta_inverse * b_xy - s.alpha_inverse * a_xy;
  const N newton_xx = h_xx + rho * (n_x * n.x - N(1));
  const N newton_yy = h_yy + rho * (n_y * n.y - N(1));
  const N newton_xy = h_xy + rho * (n_x * n.y);
  const N newton_determinant = newton_xx * newton_yy - newton_xy * newton_xy;
  s.definite = (newton_xx > N(0)) & (newton_determinant > N(0));
  const N xx = select(s.definite, newton_xx, h_xx), yy = select(s.definite, newton_yy, h_yy);
  const N xy = select(s.definite, newton_xy, h_xy);
  s.determinant = select(s.definite, newton_determinant, h_xx * h_yy - h_xy * h_xy);
  s.ball = s.q * (p.ball_a * s.alpha_inverse + p.ball_b * s.beta_inverse) - s.f;
  s.v_a = s.alpha_inverse * u_a;
  s.v_b = s.beta_inverse * u_b;
  s.g = (s.v_a + s.v_b) - p.c - rho * n;
  const N y_x = xy * s.g.y - yy * s.g.x, y_y = xy * s.g.x - xx * s.g.y;
  const N along = n_x * y_x + n_y * y_y;
  s.step = {y_x - along * n.x, y_y - along * n.y, -(along * n.z)};
  return s;
}

template <class N>
struct Found {
  State<N> state;
  MaskOf<N> stationary;  // a minimum of the depth or the maximum of the distance, to rounding
  MaskOf<N> closed;      // near enough to one, and the certificate holds
  N evaluations;
};

// The last step is not looked at any more but extrapolated (lean_answer.h): what that leaves out is
// of the order of the square of the step, 1e-15 in double unless the tolerance is coarse.
template <class N>
TALUS_INLINE Found<N> iterate(const Setting<N>& p, Vec3<N> n) {
  constexpr int max_evaluations = 12;
  Found<N> found{{}, N(0) < N(0), N(0) < N(0), N(0)};
  MaskOf<N> active = N(0) < N(1);
  for (int evaluation = 0; evaluation < max_evaluations; ++evaluation) {
    State<N>& s = found.state = look_from(p, n);
    const N gradient_squared = norm_squared(s.g), wide = N(2) * p.slack * s.ball;
    const N turned = norm_squared(s.step), unit = square(s.determinant) * s.q;
    const MaskOf<N> short_step = turned < N(4) * roundoff<N>() * unit;
    const MaskOf<N> narrow = gradient_squared * gradient_squared * s.q < wide * wide;
    const MaskOf<N> provable = s.ball > N(0);
    found.stationary = s.definite & short_step;
    found.closed = s.definite & (turned < p.short_step * unit) & provable & narrow;
    found.evaluations = found.evaluations + select(active, N(1), N(0));
    active =
        active & (s.determinant > N(0)) & !(short_step & !(provable & s.definite)) & !found.closed;
    if (!any(active)) break;
    const Vec3<N> next = s.determinant * n + s.step;
    n = select_vector(active, next, n);
  }
  return found;
}

}  // namespace talus::ellipsoid_ellipsoid
