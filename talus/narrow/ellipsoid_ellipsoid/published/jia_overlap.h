// Whether two ellipsoids overlap, by signs of polynomials in the pose alone (P1 Appendix C,
// Algorithm 7; Jia et al. 2011), with the signs proven.
//
//   P(l) = det(l I + A_1^-1 A_2) = l^4 + a l^3 + b l^2 + c l + d      (C.2), (C.3)
//   Theorem 3 (Wang et al. 2001): P has two negative roots, and the other two are positive and
//     distinct if and only if the bodies are apart; a double positive root means touching.
//   sr22, sr11, sr0   leading coefficients of the subresultants of P and P'; the last but one is
//     sr11 l + 3 sr10, so a double root of P lies at -3 sr10 / sr11     (C.4)
//   Theorem 4, which P1 uses: apart if and only if Var(1, a, b, c, d) = 2, sr22 > 0, sr11 > 0 and
//     sr0 > 0, or sr0 = 0 and sr10 > 0: then the double root is one of the negative ones.
//
// In coordinates that make A the unit ball, with M = diag(semi-axes of A) R diag(1 / semi-axes of
// B), Q = M M^T and c the centre of B, the determinant is
//   P(l) = (l + 1) det(l I + Q) - l c^T Q adj(l I + Q) c.
// Its parts are written as sums of squares (Cauchy-Binet, Lagrange's identity), so that only the
// differences in a, b and c can cancel. Lengths occur in ratios only; l is measured in a unit that
// makes d = 1, and P in one that makes its largest coefficient 1.
//
// Corrected of the text: (C.4) lacks e = d (barred) and W3 = e - b d, and has W1 = d - d c for
// d - b c (checked against the subresultants of P and P'); Algorithm 7 has to count
// Var(1, a, b, c, d) with its leading 1, as in Theorem 4. Var = 4 cannot occur, since P has
// negative roots, so Var = 2 as soon as one of a, b, c is negative.
//
// Known failures of the plain test, and what is done about them
// - sr0, of degree six in the coefficients, loses its sign to rounding near touching, and for
//   spheres, coaxial and other symmetric pairs, where a negative root is double, it is zero always.
//   Every sign here is proven by a bound of its error, in T and where that leaves it open in twice
//   the digits. Where sr0 stays open because of a double root r the other two roots have the
//   geometric mean sqrt(d) / |r|: P < 0 there proves two positive roots. Var = 0, sr22 < 0, sr11 <
//   0 and sr0 < 0 prove overlap each, since by Theorem 4 neither separated nor touching bodies have
//   them.
// - Touching bodies, by rounding of the pose or exactly, stay undecided. The sign is that of the
//   bodies as the rounded pose has them.
// - It knows no distance. As a listed method it answers with the line of centres: its points are on
//   the bodies, its gap bounds the distance from above, sigma along it and the proven sign from
//   below. Undecided pairs are touching if that bracket is narrow, else iteration_limit.
#pragma once

#include "talus/math/tracked.h"
#include "talus/narrow/ellipsoid_ellipsoid/line_crossing.h"
#include "talus/narrow/ellipsoid_ellipsoid/overlap.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/separation_answer.h"

namespace talus::ellipsoid_ellipsoid {

namespace jia {

// lead l^4 - 4 b l^3 + 6 c l^2 - 4 d l + e: the barred coefficients of (C.4), up to a common
// factor.
template <class N>
struct Quartic {
  N lead, b, c, d, e;
};

template <class T, class N>
TALUS_HD Quartic<N> characteristic_polynomial(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                              const RelativePose<T>& b_in_a) {
  const Vec3<T>&sa = a.semi_axes, sb = b.semi_axes;
  // The root of l's unit; any value will do, as long as all use the same.
  const N unit(square_root(square_root((sb.x / sa.x) * (sb.y / sa.y) * (sb.z / sa.z))));
  const N unit_squared = unit * unit;
  const Vec3<N> inverse_b{unit * N::reciprocal(sb.x), unit * N::reciprocal(sb.y),
                          unit * N::reciprocal(sb.z)};
  Vec3<N> row[3], y{};  // of M; y = M^T c
  N centre_squared{};   // |c|^2
  for (int i = 0; i < 3; ++i) {
    const Vec3<T>& r = i == 0   ? b_in_a.rotation.row0
                       : i == 1 ? b_in_a.rotation.row1
                                : b_in_a.rotation.row2;
    const N offset(b_in_a.translation[i]), ratio = offset * N::reciprocal(sa[i]);
    centre_squared = centre_squared + ratio * ratio;
    for (int j = 0; j < 3; ++j) {
      const N turned = N(r[j]) * inverse_b[j];
      row[i][j] = N(sa[i]) * turned;
      y[j] = y[j] + turned * offset;
    }
  }
  const Vec3<N> minors[3] = {cross(row[1], row[2]), cross(row[2], row[0]), cross(row[0], row[1])};
  N q1{}, q2{}, v{};  // invariants of Q, and c^T (q1 Q - Q^2) c
  for (int i = 0; i < 3; ++i) {
    q1 = q1 + norm_squared(row[i]);
    q2 = q2 + norm_squared(minors[i]);
    v = v + norm_squared(cross(row[i], y));
  }
  const N determinant = dot(row[0], minors[0]), q3 = determinant * determinant;
  const N pa = q1 + unit_squared - norm_squared(y);
  const N pb = q2 + unit_squared * q1 - v;
  const N pc = q3 + unit_squared * q2 - q3 * centre_squared;
  const N pd = unit_squared * q3;
  const T largest = larger(larger(absolute(pa.rough()), absolute(pb.rough())),
                           larger(absolute(pc.rough()), larger(pd.rough(), T(1))));
  const N scale(T(1) / largest), twelve(T(12));  // 12: so that no coefficient is divided
  return {scale * twelve, scale * N(T(-3)) * pa, scale * N(T(2)) * pb, scale * N(T(-3)) * pc,
          scale * twelve * pd};
}

template <class N>
struct Subresultants {
  N sr22, sr11, sr10, sr0;
};

// (C.4), with the leading coefficient that the common factor brings.
template <class N>
TALUS_HD Subresultants<N> subresultants(const Quartic<N>& p) {
  const N three(3), nine(9), twenty_seven(27);
  const N delta2 = p.b * p.b - p.lead * p.c, delta3 = p.c * p.c - p.b * p.d;
  const N w1 = p.lead * p.d - p.b * p.c, w3 = p.lead * p.e - p.b * p.d;
  const N t = twenty_seven * delta2 * delta3 - nine * w1 * w1 - three * w3 * delta2;
  const N invariant_a = w3 + three * delta3;
  const N invariant_b = -(p.d * w1 + p.e * delta2 + p.c * delta3);
  const N t2 = invariant_a * w1 - three * p.b * invariant_b;
  const N delta1 =
      invariant_a * invariant_a * invariant_a - twenty_seven * invariant_b * invariant_b;
  return {delta2, t, t2, delta1};
}

// P < 0 at the geometric mean of the two roots that are left when the double root -3 sr10 / sr11 is
// taken out: all four have the product d. The mean needs few digits of the double root, where the
// sum of the roots would need all.
template <class T, class N>
TALUS_HD bool negative_between_roots(const Quartic<N>& p, const Subresultants<N>& s) {
  const T size_of_double_root = T(3) * s.sr10.rough() / s.sr11.rough();
  const T mean = square_root(p.e.rough() / p.lead.rough()) / size_of_double_root;
  if (!(mean > T(0) && mean < infinity_of<T>())) return false;
  const N l(mean), four(4), six(6);
  return ((((p.lead * l - four * p.b) * l + six * p.c) * l - four * p.d) * l + p.e).negative();
}

template <class T, class N>
TALUS_HD Overlap decide(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                        const RelativePose<T>& b_in_a) {
  const Quartic<N> p = characteristic_polynomial<T, N>(a, b, b_in_a);
  // The barred b and d have the opposite signs of a and c; d, and with it e, is positive.
  if (p.b.negative() && p.c.positive() && p.d.negative()) return Overlap::overlapping;  // Var = 0
  const bool two_variations = p.b.positive() || p.c.negative() || p.d.positive();
  const Subresultants<N> s = subresultants(p);
  if (s.sr22.negative() || s.sr11.negative() || s.sr0.negative()) return Overlap::overlapping;
  if (two_variations && s.sr22.positive() && s.sr11.positive() && s.sr0.positive()) {
    return Overlap::apart;
  }
  return negative_between_roots<T>(p, s) ? Overlap::apart : Overlap::undecided;
}

}  // namespace jia

// Proven or undecided.
template <class T>
TALUS_HD Overlap jia_test(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                          const RelativePose<T>& b_in_a) {
  const Overlap quick = jia::decide<T, Tracked<T, T>>(a, b, b_in_a);
  if (quick != Overlap::undecided) return quick;
  return jia::decide<T, Tracked<T, DoubleWord<T>>>(a, b, b_in_a);
}

template <class T>
TALUS_HD Contact<T> jia_overlap(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                Cache<T>&) {
  const Overlap verdict = jia_test(a, b, b_in_a);
  if (verdict == Overlap::overlapping) return overlap_answer(a, b, b_in_a, 1);
  Difference<T, Ellipsoid<T>, Ellipsoid<T>> difference(a, b, b_in_a);
  const T rounding = difference.rounding();
  Contact<T> r;
  r.definition = Definition::separation_only;
  r.iterations = 1;
  r.normal = direction_or(b_in_a.translation, {});
  const T from_a = line_crossing(a, Vec3<T>{}, r.normal).last;
  const T from_b = line_crossing(b, Vec3<T>{}, b_in_a.direction_to_b(r.normal)).last;
  r.distance = larger(norm(b_in_a.translation) - from_a - from_b, T(0));
  r.point_a = from_a * r.normal;
  r.point_b = r.point_a + r.distance * r.normal;
  const T sigma = -dot(r.normal, difference.support(r.normal).c);
  r.lower = smaller(sigma - rounding, r.distance);
  r.upper = r.distance + rounding;
  const T size = larger(difference.radius(), r.distance);
  r.status = status_of(r, touching_width<T> * size);
  if (verdict == Overlap::apart) {
    r.lower = larger(r.lower, T(0));
    r.status = Status::separated;
  }
  r.proven = r.upper - r.lower <= settings.tolerance * size;
  return r;
}

}  // namespace talus::ellipsoid_ellipsoid
