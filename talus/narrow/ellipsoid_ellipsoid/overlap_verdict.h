// Decides whether two ellipsoids overlap, without a distance (Perram and Wertheim 1985): most pairs
// are proven after one or two steps of some tens of operations; the rest is "undecided".
//
// A and B are the matrices R diag(a^2) R^T of the two, B's centre at t from A's. For 0 < l < 1 let
// M = l A + (1 - l) B and w = M^-1 t. Then x = l A w lies in A if u = l |w|_A <= 1, and, since t -
// x = (1 - l) B w, in B if v = (1 - l) |w|_B <= 1 (|w|_A^2 = w.A w): a common point. And the plane
// at right angles to w separates them if w.t > |w|_A + |w|_B. The two meet where u = v, the maximum
// over l of l (1 - l) t.M^-1 t (Perram and Wertheim 1985); l = |w|_B / (|w|_A + |w|_B) makes u = v
// if w stays, which is the next l unless the bracket of the root forbids it.
//
// The check of a common point includes the residual of the linear system for w, so that
// "overlapping" is certain. "apart" is correct up to rounding; contact() decides to the last digit.
#pragma once

#include "talus/math/mat3.h"
#include "talus/narrow/ellipsoid_ellipsoid/overlap.h"

namespace talus::ellipsoid_ellipsoid {

// An ellipsoid as a quadratic form, centred on the origin.
template <class T>
struct Spread {
  SymMat3<T> matrix;  // R diag(a^2) R^T
  T least{};          // shortest semi-axis
};

template <class T>
TALUS_HD Spread<T> spread_of(const Vec3<T>& semi_axes, const Mat3<T>& rotation) {
  const Vec3<T>&p = rotation.row0, &q = rotation.row1, &r = rotation.row2;
  const Vec3<T> s = multiply_componentwise(semi_axes, semi_axes);
  const Vec3<T> sp = multiply_componentwise(s, p), sq = multiply_componentwise(s, q);
  return {{dot(sp, p), dot(sq, q), dot(multiply_componentwise(s, r), r), dot(sp, q), dot(sp, r),
           dot(sq, r)},
          smaller(semi_axes.x, smaller(semi_axes.y, semi_axes.z))};
}

// m^-1 v for a positive definite m; anything where rounding makes it singular.
template <class T>
TALUS_HD Vec3<T> solved(const SymMat3<T>& m, const Vec3<T>& v) {
  const T xx = m.yy * m.zz - m.yz * m.yz, xy = m.xz * m.yz - m.xy * m.zz,
          xz = m.xy * m.yz - m.xz * m.yy;
  const T yy = m.xx * m.zz - m.xz * m.xz, yz = m.xy * m.xz - m.xx * m.yz,
          zz = m.xx * m.yy - m.xy * m.xy;
  const T determinant = m.xx * xx + m.xy * xy + m.xz * xz;
  return (SymMat3<T>{xx, yy, zz, xy, xz, yz} * v) / determinant;
}

template <class T>
TALUS_HD Overlap overlap_verdict(const Spread<T>& a, const Spread<T>& b, const Vec3<T>& t,
                                 int max_steps = 8) {
  // Rounding of w.A w: the entries of A are right to a few units relative to the longest axis.
  const T unit = T(16) * epsilon_of<T>();
  const T noise_a = unit * (a.matrix.xx + a.matrix.yy + a.matrix.zz);
  const T noise_b = unit * (b.matrix.xx + b.matrix.yy + b.matrix.zz);
  Vec3<T> w = t, aw = a.matrix * w, bw = b.matrix * w;
  T low = T(0), high = T(1), l = T(0.5);
  for (int step = 0;; ++step) {
    const T ww = dot(w, w);
    const T length_a = square_root(dot(w, aw) + noise_a * ww);
    const T length_b = square_root(dot(w, bw) + noise_b * ww);
    if (dot(w, t) > (length_a + length_b) * (T(1) + unit)) return Overlap::apart;
    if (step > 0) {
      const T u = l * length_a, v = (T(1) - l) * length_b;
      if (u <= T(1) - unit && v < T(1)) {
        const T lost = norm(t - l * aw - (T(1) - l) * bw) + unit * norm(t);
        if (v + lost / b.least <= T(1) - unit) return Overlap::overlapping;
      }
      (u > v ? high : low) = l;
    }
    if (step == max_steps) return Overlap::undecided;
    l = length_b / (length_a + length_b);
    if (!(l > low && l < high)) l = T(0.5) * (low + high);
    w = solved(l * a.matrix + (T(1) - l) * b.matrix, t);
    aw = a.matrix * w;
    bw = b.matrix * w;
  }
}

}  // namespace talus::ellipsoid_ellipsoid
