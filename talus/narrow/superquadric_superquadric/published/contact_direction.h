// The contact direction of two bodies by two angles (P3, equation (6)), with its derivatives:
//
//   c(alpha_1, alpha_2) = cos alpha_1 cos alpha_2 e_1 + sin alpha_1 cos alpha_2 e_2 + sin alpha_2
//   e_3
//
// e_1 points from the first centre to the second, so that (0, 0) is the line of centres; if the
// centres coincide it is an arbitrary direction. The poles, where alpha_1 has no effect, are
// orthogonal to e_1.
#pragma once

#include "talus/math/vec3.h"

namespace talus::superquadric_superquadric {

// alpha_1 and alpha_2, and steps of them.
template <class T>
struct Angles {
  T one{}, two{};

  TALUS_HD friend Angles operator+(const Angles& p, const Angles& q) {
    return {p.one + q.one, p.two + q.two};
  }
  TALUS_HD friend Angles operator-(const Angles& p, const Angles& q) {
    return {p.one - q.one, p.two - q.two};
  }
  TALUS_HD friend Angles operator*(const T& s, const Angles& p) { return {s * p.one, s * p.two}; }
};

template <class T>
TALUS_HD T norm(const Angles<T>& p) {
  return square_root(p.one * p.one + p.two * p.two);
}

// 1 - s/(k (k + 1)) (1 - s/((k + 2) (k + 3)) (1 - ...)): for k = 1 the series of the cosine in the
// square s of the angle, for k = 2 that of the sine over the angle.
template <int k, class T>
TALUS_HD T circular_series(const T& s) {
  if constexpr (k > 22) {
    return T(1);
  } else {
    return T(1) - s * (T(1) / T(k * (k + 1))) * circular_series<k + 2>(s);
  }
}

template <class T>
struct CosineAndSine {
  T cosine, sine;
};

// The sine of a library differs in the last digit between machines. Angles of many turns lose
// digits, on which no answer depends.
template <class T>
TALUS_HD CosineAndSine<T> cosine_and_sine(const T& angle) {
  using std::floor;
  const T quarter = T(1.5707963267948966) + T(6.123233995736766e-17);  // for wide scalars too
  const T quarters = floor(angle / quarter + T(0.5));
  const T rest = angle - quarters * quarter;
  const T c = circular_series<1>(rest * rest), s = rest * circular_series<2>(rest * rest);
  const T turn = quarters - T(4) * floor(quarters / T(4));
  if (turn == T(0)) return {c, s};
  if (turn == T(1)) return {-s, c};
  return turn == T(2) ? CosineAndSine<T>{-c, -s} : CosineAndSine<T>{s, -c};
}

// c with its first and second derivatives with respect to the angles.
template <class T>
struct DirectionDerivatives {
  Vec3<T> c, c_1, c_2, c_11, c_12, c_22;
};

template <class T>
class DirectionFrame {
 public:
  TALUS_HD explicit DirectionFrame(const Vec3<T>& along) {
    const T size = max_norm(along);
    e_1_ = size > T(0) ? normalized(along / size) : Vec3<T>{T(1), T(0), T(0)};
    e_2_ = any_orthogonal(e_1_);
    e_3_ = cross(e_1_, e_2_);
  }

  TALUS_HD Vec3<T> direction(const Angles<T>& alpha) const {
    const CosineAndSine<T> one = cosine_and_sine(alpha.one), two = cosine_and_sine(alpha.two);
    return two.cosine * (one.cosine * e_1_ + one.sine * e_2_) + two.sine * e_3_;
  }

  TALUS_HD DirectionDerivatives<T> derivatives(const Angles<T>& alpha) const {
    const CosineAndSine<T> one = cosine_and_sine(alpha.one), two = cosine_and_sine(alpha.two);
    const Vec3<T> out = one.cosine * e_1_ + one.sine * e_2_;
    const Vec3<T> around = one.cosine * e_2_ - one.sine * e_1_;
    const Vec3<T> c = two.cosine * out + two.sine * e_3_;
    return {c,
            two.cosine * around,
            two.cosine * e_3_ - two.sine * out,
            -two.cosine * out,
            -two.sine * around,
            -c};
  }

 private:
  Vec3<T> e_1_{}, e_2_{}, e_3_{};
};

}  // namespace talus::superquadric_superquadric
