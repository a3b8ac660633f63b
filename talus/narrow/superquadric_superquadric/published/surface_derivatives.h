// How the surface point moves with the contact direction (P3, equation (11)), in the body's frame:
//
//   p_i  = dp/dphi_g phi_g,i
//   p_ij = d2p/dphi_g dphi_d phi_g,i phi_d,j + dp/dphi_g phi_g,ij
//
// with _i the derivative with respect to alpha_i and phi_g,ij = d2phi_g/dc_k dc_l c_k,i c_l,j +
// dphi_g/dc_k c_k,ij. From (4), with the logarithmic derivatives g_k = n_k,i / n_k of the local
// components of c, whose own derivatives are g_k,ij = n_k,ij / n_k - n_k,i n_k,j / n_k^2:
//
//   (log |tan phi_1|),i = delta_1 (g_2 - g_1)
//   (log |tan phi_2|),i = delta_2 (g_3 - cos^2 phi_1 g_1 - sin^2 phi_1 g_2)
//   phi,i = sin phi cos phi (log |tan phi|),i
//
// (both lines of (4) give the same second formula).
//
// The derivatives are indeterminate where a component n_k is zero (0 times infinity), which is
// where sin phi or cos phi is zero. As in P3 such points are shifted: a component below `shift`
// times the largest is set to that. phi depends only on the ratio of the components, so n need not
// be normalised again. Where the power delta of a very sharp body makes a sine or cosine vanish
// nevertheless, tangent and cotangent are bounded; the point does not move there.
#pragma once

#include "talus/narrow/superquadric_superquadric/published/contact_direction.h"
#include "talus/narrow/superquadric_superquadric/published/surface_parameters.h"

namespace talus::superquadric_superquadric {

// Derivatives of a point with respect to alpha_1 and alpha_2.
template <class T>
struct PointDerivatives {
  Vec3<T> p_1, p_2, p_11, p_12, p_22;
};

// Derivatives of a number.
template <class T>
struct NumberDerivatives {
  T d_1, d_2, d_11, d_12, d_22;

  TALUS_HD friend NumberDerivatives operator+(const NumberDerivatives& p,
                                              const NumberDerivatives& q) {
    return {p.d_1 + q.d_1, p.d_2 + q.d_2, p.d_11 + q.d_11, p.d_12 + q.d_12, p.d_22 + q.d_22};
  }
  TALUS_HD friend NumberDerivatives operator-(const NumberDerivatives& p,
                                              const NumberDerivatives& q) {
    return p + T(-1) * q;
  }
  TALUS_HD friend NumberDerivatives operator*(const T& s, const NumberDerivatives& p) {
    return {s * p.d_1, s * p.d_2, s * p.d_11, s * p.d_12, s * p.d_22};
  }
};

namespace surface_detail {

// Derivatives of log |n_k|.
template <class T>
TALUS_HD NumberDerivatives<T> logarithmic(const DirectionDerivatives<T>& n, int k) {
  const T g_1 = n.c_1[k] / n.c[k], g_2 = n.c_2[k] / n.c[k];
  return {g_1, g_2, n.c_11[k] / n.c[k] - g_1 * g_1, n.c_12[k] / n.c[k] - g_1 * g_2,
          n.c_22[k] / n.c[k] - g_2 * g_2};
}

// Derivatives of phi from those of log |tan phi|.
template <class T>
TALUS_HD NumberDerivatives<T> parameter(const Parameter<T>& phi, const NumberDerivatives<T>& log) {
  const T half = phi.sine * phi.cosine;
  const T turned = phi.cosine * phi.cosine - phi.sine * phi.sine;
  const T d_1 = half * log.d_1, d_2 = half * log.d_2;
  return {d_1, d_2, turned * d_1 * log.d_1 + half * log.d_11,
          turned * d_2 * log.d_1 + half * log.d_12, turned * d_2 * log.d_2 + half * log.d_22};
}

// Derivatives of (+-|cos phi|^eps, +-|sin phi|^eps) over their values: first and second.
template <class T>
struct PowerDerivatives {
  T cosine, cosine_2, sine, sine_2;

  TALUS_HD PowerDerivatives(const Parameter<T>& phi, const T& eps) {
    const T least = square_root(square_root(std::numeric_limits<T>::min()));
    const T tangent = phi.sine * sign_of(phi.cosine) / larger(absolute(phi.cosine), least);
    const T cotangent = phi.cosine * sign_of(phi.sine) / larger(absolute(phi.sine), least);
    cosine = -eps * tangent;
    cosine_2 = eps * ((eps - T(1)) * tangent * tangent - T(1));
    sine = eps * cotangent;
    sine_2 = eps * ((eps - T(1)) * cotangent * cotangent - T(1));
  }
};

// One coordinate x(phi_1, phi_2) = x times two powers with these logarithmic derivatives.
template <class T>
TALUS_HD NumberDerivatives<T> coordinate(const T& x, const T& d_1, const T& d_11, const T& d_2,
                                         const T& d_22, const NumberDerivatives<T>& phi_1,
                                         const NumberDerivatives<T>& phi_2) {
  const T mixed = d_1 * d_2;
  const auto second = [&](const T& i_1, const T& i_2, const T& j_1, const T& j_2, const T& ij_1,
                          const T& ij_2) {
    return x * (d_11 * i_1 * j_1 + mixed * (i_1 * j_2 + i_2 * j_1) + d_22 * i_2 * j_2 + d_1 * ij_1 +
                d_2 * ij_2);
  };
  return {x * (d_1 * phi_1.d_1 + d_2 * phi_2.d_1), x * (d_1 * phi_1.d_2 + d_2 * phi_2.d_2),
          second(phi_1.d_1, phi_2.d_1, phi_1.d_1, phi_2.d_1, phi_1.d_11, phi_2.d_11),
          second(phi_1.d_1, phi_2.d_1, phi_1.d_2, phi_2.d_2, phi_1.d_12, phi_2.d_12),
          second(phi_1.d_2, phi_2.d_2, phi_1.d_2, phi_2.d_2, phi_1.d_22, phi_2.d_22)};
}

}  // namespace surface_detail

// n: the outward normal and its derivatives, in the body's frame.
template <class T>
TALUS_HD PointDerivatives<T> point_derivatives(const Superellipsoid<T>& body,
                                               DirectionDerivatives<T> n, const T& shift) {
  using namespace surface_detail;
  const T least = shift * max_norm(n.c);
  for (int k = 0; k < 3; ++k) {
    if (absolute(n.c[k]) < least) n.c[k] = sign_of(n.c[k]) * least;
  }
  const SurfaceParameters<T> s = body.parameters(n.c);
  const NumberDerivatives<T> g_1 = logarithmic(n, 0), g_2 = logarithmic(n, 1),
                             g_3 = logarithmic(n, 2);
  const NumberDerivatives<T> phi_1 = parameter(s.phi_1, (T(1) / (T(2) - body.eps_1)) * (g_2 - g_1));
  const T cosine_squared = s.phi_1.cosine * s.phi_1.cosine,
          sine_squared = s.phi_1.sine * s.phi_1.sine;
  const T twice = T(2) * s.phi_1.sine * s.phi_1.cosine;  // -d(cos^2)/dphi_1
  NumberDerivatives<T> log_2 = g_3 - cosine_squared * g_1 - sine_squared * g_2;
  log_2.d_11 = log_2.d_11 + twice * phi_1.d_1 * (g_1.d_1 - g_2.d_1);
  log_2.d_12 = log_2.d_12 + twice * phi_1.d_2 * (g_1.d_1 - g_2.d_1);
  log_2.d_22 = log_2.d_22 + twice * phi_1.d_2 * (g_1.d_2 - g_2.d_2);
  const NumberDerivatives<T> phi_2 = parameter(s.phi_2, (T(1) / (T(2) - body.eps_2)) * log_2);

  const Vec3<T> x = body.point(s);
  const PowerDerivatives<T> one(s.phi_1, body.eps_1), two(s.phi_2, body.eps_2);
  const NumberDerivatives<T> d_x = coordinate(x.x, one.cosine, one.cosine_2, two.cosine,
                                              two.cosine_2, phi_1, phi_2),
                             d_y = coordinate(x.y, one.sine, one.sine_2, two.cosine, two.cosine_2,
                                              phi_1, phi_2),
                             d_z = coordinate(x.z, T(0), T(0), two.sine, two.sine_2, phi_1, phi_2);
  return {{d_x.d_1, d_y.d_1, d_z.d_1},
          {d_x.d_2, d_y.d_2, d_z.d_2},
          {d_x.d_11, d_y.d_11, d_z.d_11},
          {d_x.d_12, d_y.d_12, d_z.d_12},
          {d_x.d_22, d_y.d_22, d_z.d_22}};
}

}  // namespace talus::superquadric_superquadric
