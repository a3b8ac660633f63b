// A superellipsoid by its surface parameters (P3, equations (2) to (4)), in the body's frame:
//
//   r_1, r_2, r_3        semi-axes
//   eps_1, eps_2         squareness in the x-y section and along z; 2/n2 and 2/n1, in (0, 2)
//   delta_i              1 / (2 - eps_i)
//   phi_1, phi_2         surface parameters, phi_1 around the z axis
//   x(phi)               surface point (2)
//   n(phi)               normal there (3), of any length
//   phi(n)               (4)
//
// phi enters only through its cosine and sine, and (4) gives their quotient, so no arc tangent is
// needed: |tan phi_1| = (|r_2 n_2| / |r_1 n_1|)^delta_1, and |tan phi_2| = (|r_3 n_3| /
// u)^delta_2 with u = |r_1 n_1| / |cos phi_1|^(2 - eps_1) = |r_2 n_2| / |sin phi_1|^(2 - eps_1), of
// which (4) takes the better determined one. Both quotients have the larger number
// as divisor, so that the large powers delta of sharp bodies neither overflow nor divide by zero.
// In (4) the power delta_2 is on the whole product r_3 n_3 |cos phi_1|^(2 - eps_1), as (3)
// requires.
//
// eps = 2 (n = 1) has no delta: P3 excludes it, its bodies are not smooth.
#pragma once

#include "talus/math/power.h"
#include "talus/shape/superquadric/superquadric.h"

namespace talus::superquadric_superquadric {

// A cosine and a sine, of a parameter phi_i.
template <class T>
struct Parameter {
  T cosine{T(1)}, sine{};

  // The absolute values where |tan| = (y / x)^delta, for x, y >= 0; phi = 0 if both are 0.
  TALUS_HD static Parameter of_quotient(const T& x, const T& y, const T& delta) {
    const bool flat = !(x < y);
    const T large = flat ? x : y;
    if (!(large > T(0))) return {};
    const T quotient = (flat ? y : x) / large;
    const T t = delta == T(1) ? quotient : power(quotient, delta);
    const T main = T(1) / square_root(T(1) + t * t);
    return flat ? Parameter{main, t * main} : Parameter{t * main, main};
  }
};

template <class T>
struct SurfaceParameters {
  Parameter<T> phi_1, phi_2;  // signed
};

// x^eps; without a power for eps = 1, the ellipsoid.
template <class T>
TALUS_HD T squared_off(const T& x, const T& eps) {
  return eps == T(1) ? x : power(x, eps);
}

template <class T>
struct Superellipsoid {
  Vec3<T> r{};
  T eps_1{}, eps_2{};

  TALUS_HD explicit Superellipsoid(const Superquadric<T>& body)
      : r(body.semi_axes), eps_1(T(2) / body.n2), eps_2(T(2) / body.n1) {}

  // (4)
  TALUS_HD SurfaceParameters<T> parameters(const Vec3<T>& n) const {
    const T x = r.x * absolute(n.x), y = r.y * absolute(n.y), z = r.z * absolute(n.z);
    SurfaceParameters<T> s;
    s.phi_1 = Parameter<T>::of_quotient(x, y, T(1) / (T(2) - eps_1));
    const T u = x < y ? y / squared_off(s.phi_1.sine, T(2) - eps_1)
                      : x / squared_off(s.phi_1.cosine, T(2) - eps_1);
    s.phi_2 = Parameter<T>::of_quotient(u, z, T(1) / (T(2) - eps_2));
    s.phi_1 = {sign_of(n.x) * s.phi_1.cosine, sign_of(n.y) * s.phi_1.sine};
    s.phi_2.sine = sign_of(n.z) * s.phi_2.sine;
    return s;
  }

  // (2)
  TALUS_HD Vec3<T> point(const SurfaceParameters<T>& s) const { return formed(s, r, eps_1, eps_2); }

  // (3)
  TALUS_HD Vec3<T> normal(const SurfaceParameters<T>& s) const {
    return formed(s, {T(1) / r.x, T(1) / r.y, T(1) / r.z}, T(2) - eps_1, T(2) - eps_2);
  }

 private:
  TALUS_HD static Vec3<T> formed(const SurfaceParameters<T>& s, const Vec3<T>& axes,
                                 const T& power_1, const T& power_2) {
    const T ring = squared_off(absolute(s.phi_2.cosine), power_2);
    return {
        sign_of(s.phi_1.cosine) * axes.x * squared_off(absolute(s.phi_1.cosine), power_1) * ring,
        sign_of(s.phi_1.sine) * axes.y * squared_off(absolute(s.phi_1.sine), power_1) * ring,
        sign_of(s.phi_2.sine) * axes.z * squared_off(absolute(s.phi_2.sine), power_2)};
  }
};

}  // namespace talus::superquadric_superquadric
