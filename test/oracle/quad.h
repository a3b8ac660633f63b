// 113 bits of mantissa, from the compiler alone: for the last step of the exact oracles, where a
// cross product of nearly parallel edges may cost a dozen digits.
#pragma once

#include <cmath>

#include "oracle/vector.h"

namespace oracle {

__extension__ typedef __float128 Quad;

// One Newton step doubles the 64 bits of the long double root.
inline Quad root(Quad x) {
  const long double rough = std::sqrt(static_cast<long double>(x));
  if (!(rough > 0)) return Quad(0);
  const Quad r = rough;
  return (r + x / r) / 2;
}
inline double root(double x) { return std::sqrt(x); }

template <class R>
Vec<R> normalised(const Vec<R>& v) {
  return (R(1) / root(dot(v, v))) * v;
}

inline Vec<double> to_double(const Vec<Quad>& v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

template <class R>
Vec<R> vec_of(const std::array<double, 3>& p) {
  return Vec<R>{R(p[0]), R(p[1]), R(p[2])};
}

// Of a quaternion of any length (scalar first), without a square root.
inline Rotation<Quad> quad_rotation(const std::array<double, 4>& quaternion) {
  const Quad w = quaternion[0];
  const Vec<Quad> q{Quad(quaternion[1]), Quad(quaternion[2]), Quad(quaternion[3])};
  const Quad twice = Quad(2) / (w * w + dot(q, q));
  const auto rotate = [&](const Vec<Quad>& v) {
    const Vec<Quad> t = cross(q, v);
    return v + twice * (w * t + cross(q, t));
  };
  return {rotate({Quad(1), Quad(0), Quad(0)}), rotate({Quad(0), Quad(1), Quad(0)}),
          rotate({Quad(0), Quad(0), Quad(1)})};
}

}  // namespace oracle
