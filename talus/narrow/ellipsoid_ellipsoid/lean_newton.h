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

#include "talus/math/mat3.h"
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

template <class N>
TALUS_INLINE N least_of(const Vec3<N>& v) {
  return smaller(v.x, smaller(v.y, v.z));
}

// B^T B.
template <class N>
TALUS_INLINE SymMat3<N> square_of(const Mat3<N>& m) {
  return outer_square(m.row0) + outer_square(m.row1) + outer_square(m.row2);
}

// det(m) m^-1 v, of which only the direction is of interest.
template <class N>
TALUS_INLINE Vec3<N> adjugate_times(const SymMat3<N>& m, const Vec3<N>& v) {
  const N yz = m.xy * m.xz - m.xx * m.yz;
  const N xz = m.xy * m.yz - m.xz * m.yy;
  const N xy = m.xz * m.yz - m.xy * m.zz;
  return SymMat3<N>{m.yy * m.zz - m.yz * m.yz,
                    m.xx * m.zz - m.xz * m.xz,
                    m.xx * m.yy - m.xy * m.xy,
                    xy,
                    xz,
                    yz} *
         v;
}

// w_a A^2 + w_b B^T B + w I.
template <class N>
TALUS_INLINE SymMat3<N> weighted(const Vec3<N>& a_squared, const SymMat3<N>& b_squared,
                                 const N& w_a, const N& w_b, const N& w) {
  return {w_a * a_squared.x + w_b * b_squared.xx + w,
          w_a * a_squared.y + w_b * b_squared.yy + w,
          w_a * a_squared.z + w_b * b_squared.zz + w,
          w_b * b_squared.xy,
          w_b * b_squared.xz,
          w_b * b_squared.yz};
}

// Scaled to a largest component of one, so that powers of n stay in range.
template <class N>
TALUS_INLINE Vec3<N> to_unit_box(const Vec3<N>& v) {
  return (N(1) / max_norm(v)) * v;
}

// The cold start: two of Weiszfeld's steps, the first with n scaled roughly, which does not wait
// for its result.
template <class N>
TALUS_INLINE Vec3<N> surrogate_direction(const Placed<N>& p, const Vec3<N>& a_squared,
                                         const SymMat3<N>& b_squared) {
  const N size = square(max_norm(p.a)) + square(max_norm(p.b));
  const N scale = N(1) / (size * size * max_norm(p.c));
  const Vec3<N> n = scale * adjugate_times(weighted(a_squared, b_squared, N(1), N(1), N(0)), p.c);
  const N q = norm_squared(n);
  const N alpha = norm(multiply_componentwise(p.a, n)), beta = norm(p.across * n);
  const N apart = larger(dot(n, p.c) - (alpha + beta), N(0));
  return to_unit_box(adjugate_times(
      weighted(a_squared, b_squared, beta * q, alpha * q, alpha * beta * apart), p.c));
}

// Which two axes change places so that the third component of n is the largest.
template <class N>
struct Chart {
  MaskOf<N> x_last, y_last;

  TALUS_INLINE explicit Chart(const Vec3<N>& n)
      : x_last(absolute(n.x) > larger(absolute(n.y), absolute(n.z))),
        y_last(absolute(n.y) > larger(absolute(n.x), absolute(n.z))) {}

  // Its own inverse.
  TALUS_INLINE void turn(Vec3<N>& v) const {
    exchange(x_last, v.x, v.z);
    exchange(y_last, v.y, v.z);
  }
};

// What stays the same during the iteration, in the axes of the chart.
template <class N>
struct Setting {
  Vec3<N> a, c;
  Mat3<N> across;
  N a_xx, a_yy, b_xx, b_yy, b_xy;  // of A^2 and B^T B
  N ball_a, ball_b;                // squares of the least semi-axes
  N rounding;                      // absolute error of a length

  TALUS_INLINE Setting(const Placed<N>& p, const Vec3<N>& a_squared, const SymMat3<N>& b_squared,
                       const Chart<N>& chart)
      : a(p.a), c(p.c), across(p.across) {
    Vec3<N> a_diagonal = a_squared, b_diagonal{b_squared.xx, b_squared.yy, b_squared.zz};
    Vec3<N> b_beside{b_squared.yz, b_squared.xz, b_squared.xy};
    chart.turn(a);
    chart.turn(c);
    chart.turn(across.row0);
    chart.turn(across.row1);
    chart.turn(across.row2);
    chart.turn(a_diagonal);
    chart.turn(b_diagonal);
    chart.turn(b_beside);
    a_xx = a_diagonal.x;
    a_yy = a_diagonal.y;
    b_xx = b_diagonal.x;
    b_yy = b_diagonal.y;
    b_xy = b_beside.z;
    ball_a = square(least_of(p.a));
    ball_b = square(least_of(p.b));
    rounding = N(4) * roundoff<N>() * (max_norm(p.a) + max_norm(p.b) + max_norm(p.c));
  }
};

// A place n, all that is known of it, and Newton's step from there.
template <class N>
struct State {
  Vec3<N> n, v_a, v_b, g, step;
  N q, f, alpha_inverse, beta_inverse;
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
  const N xx = (s.alpha_inverse * a_xx + s.beta_inverse * b_xx) + rho * (n_x * n.x - N(1));
  const N yy = (s.alpha_inverse * a_yy + s.beta_inverse * b_yy) + rho * (n_y * n.y - N(1));
  const N xy = (s.beta_inverse * b_xy - s.alpha_inverse * a_xy) + rho * (n_x * n.y);
  const N determinant = xx * yy - xy * xy, determinant_inverse = N(1) / determinant;
  s.definite = (xx > N(0)) & (determinant > N(0));
  s.ball = s.q * (p.ball_a * s.alpha_inverse + p.ball_b * s.beta_inverse) - s.f;
  s.v_a = s.alpha_inverse * u_a;
  s.v_b = s.beta_inverse * u_b;
  s.g = (s.v_a + s.v_b) - p.c - rho * n;
  const N y_x = (xy * s.g.y - yy * s.g.x) * determinant_inverse;
  const N y_y = (xy * s.g.x - xx * s.g.y) * determinant_inverse;
  const N along = n_x * y_x + n_y * y_y;
  s.step = {y_x - along * n.x, y_y - along * n.y, -(along * n.z)};
  return s;
}

template <class N>
struct Found {
  State<N> state;
  MaskOf<N> closed;  // the certificate holds to rounding, and one more step would change nothing
  N looks;           // places looked at
};

// The last step is not looked at any more but extrapolated (lean_answer.h): what that leaves out is
// of the order of the square of the step, 1e-15 in double.
template <class N>
TALUS_INLINE Found<N> iterate(const Setting<N>& p, Vec3<N> n) {
  constexpr int most_looks = 12;
  Found<N> found{{}, N(0) < N(0), N(0)};
  MaskOf<N> active = N(0) < N(1);
  for (int look = 0; look < most_looks; ++look) {
    State<N>& s = found.state = look_from(p, n);
    const N gradient_squared = norm_squared(s.g), wide = N(2) * p.rounding * s.ball;
    const MaskOf<N> short_step = norm_squared(s.step) < N(4) * roundoff<N>() * s.q;
    const MaskOf<N> provable = s.ball > N(0);
    const MaskOf<N> narrow = gradient_squared * gradient_squared * s.q < wide * wide;
    found.closed = s.definite & short_step & provable & narrow;
    found.looks = found.looks + select(active, N(1), N(0));
    active = active & s.definite & !(short_step & !provable) & !found.closed;
    if (!any(active)) break;
    n = {select(active, n.x + s.step.x, n.x), select(active, n.y + s.step.y, n.y),
         select(active, n.z + s.step.z, n.z)};
  }
  return found;
}

}  // namespace talus::ellipsoid_ellipsoid
