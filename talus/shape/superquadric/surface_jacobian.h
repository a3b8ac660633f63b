// The 2 x 2 matrices of Newton's method on a superquadric's surface: the derivatives X and N of
// point and unit normal with respect to the coordinates of a step (surface_point.h), on the tangent
// plane spanned by e and f.
//
// Flat sides make N singular, sharp ridges X, but never both in one direction: X + lambda N is
// regular for a length lambda > 0. A method solves for eta = (X + lambda N) z instead of the step
// z; the normal then changes by K eta with
//   K = N (X + lambda N)^-1,
// the shape operator of the body rounded by lambda, with the eigenvalues 1 / (R + lambda) for the
// radii of curvature R.
#pragma once

#include "talus/shape/superquadric/surface_point.h"

namespace talus {

template <class N>
struct Mat2 {
  N xx, xy, yx, yy;
};

template <class N>
TALUS_INLINE Mat2<N> product(const Mat2<N>& p, const Mat2<N>& q) {
  return {p.xx * q.xx + p.xy * q.yx, p.xx * q.xy + p.xy * q.yy, p.yx * q.xx + p.yy * q.yx,
          p.yx * q.xy + p.yy * q.yy};
}

template <class N>
TALUS_INLINE N determinant(const Mat2<N>& m) {
  return m.xx * m.yy - m.xy * m.yx;
}

template <class N>
TALUS_INLINE Mat2<N> inverse(const Mat2<N>& m) {
  const N d = reciprocal(determinant(m));
  return {d * m.yy, -(d * m.xy), -(d * m.yx), d * m.xx};
}

// Multiple of I added to K, in units of 1 / lambda. Where two flat sides face each other both K
// vanish, and this term distributes the displacement between the bodies. It also bounds the slopes
// in step_stretch from below. Far below the curvatures that decide a step and far above rounding;
// a choice.
inline constexpr double min_rounded_curvature = 1e-9;

template <class N>
struct SurfaceJacobian {
  Mat2<N> normal;          // N
  Mat2<N> from_eta;        // (X + lambda N)^-1
  Mat2<N> shape_operator;  // K + min_rounded_curvature / lambda I
};

// `per_length`: 1 / |p.normal|.
template <class N>
TALUS_INLINE SurfaceJacobian<N> surface_jacobian(const SurfacePoint<N>& p, const N& per_length,
                                                 const Vec3<N>& e, const Vec3<N>& f,
                                                 const N& lambda) {
  SurfaceJacobian<N> j;
  j.normal = {per_length * dot(e, p.normal_turn), per_length * dot(e, p.normal_shift),
              per_length * dot(f, p.normal_turn), per_length * dot(f, p.normal_shift)};
  j.from_eta = inverse(Mat2<N>{
      dot(e, p.point_turn) + lambda * j.normal.xx, dot(e, p.point_shift) + lambda * j.normal.xy,
      dot(f, p.point_turn) + lambda * j.normal.yx, dot(f, p.point_shift) + lambda * j.normal.yy});
  j.shape_operator = product(j.normal, j.from_eta);
  const N share = N(min_rounded_curvature) / lambda;
  j.shape_operator.xx = j.shape_operator.xx + share;
  j.shape_operator.yy = j.shape_operator.yy + share;
  return j;
}

}  // namespace talus
