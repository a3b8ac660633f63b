// The exterior penalty function method of Tamasyan & Chumakov 2014 (P1 section 2.4, Algorithm 5).
//
//   z = (x_1, x_2)       a point of R^6; neither x_m need lie on its surface
//   h_m, h'_m            quadratic form of E_m, 1/2 ((x - r_m)^T A_m (x - r_m) - 1), and gradient
//   Phi(z)               |x_1 - x_2|^2 / 2 + lambda (|h_1| + |h_2|)            (2.48) to (2.52)
//   mu_1, mu_2           of the shortest hypogradient, a 2x2 system            (2.58)
//   G = (G_1, G_2)       hypogradient: G_m = mu_m h'_m + x_m - x_other         (2.60)
//   beta                 step along -G: stationary point of Phi (2.65) where the signs of the h_m
//                        agree, else the kink h_m = 0 with the least Phi (2.66)
//   lambda, eps_G        penalty, a length squared, and |G| at which to stop, a length
//
// Read differently from the text: a solution of (2.65) with a denominator below zero is a maximum
// of Phi along G, and is not taken. Of several solutions the one with the least Phi is. The bound
// |mu_m| < lambda of (2.53) is left to a large enough lambda, as in the paper.
//
// Known failures, all published and kept: (2.55) adds a squared length to lengths, so the iteration
// depends on the unit of length, however lambda and eps_G are scaled (Fig. 15). The paper's unit is
// D_eq = 1; `unit` is the length that counts as 1, by default the smaller D_eq of the pair, so that
// the listed method scales; another unit shows the published failure. eps_G does not bound the
// error of the distance, which grows as the gap shrinks (Figs. 16 and 17); settings.distance_error
// has no part in this method. Thousands of steps are needed (Fig. 19): lambda keeps the points
// close to the surfaces, outside, in a valley that is steep across and flat along. Overlap is found
// by the test of Jia et al. beforehand.
#pragma once

#include "talus/narrow/ellipsoid_ellipsoid/published/equivalent_diameter.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/jia_overlap.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/separation_answer.h"
#include "talus/narrow/trace.h"

namespace talus::ellipsoid_ellipsoid {

template <class T>
struct PenaltyConstants {
  T lambda = T(1e3);      // in units squared (Figs. 15 and 17)
  T epsilon_g = T(1e-4);  // in units
  T unit = T(0);          // a length; 0: the smaller D_eq of the pair
};

// Steps per settings.max_iterations: they are cheap, and the paper's pairs take thousands.
inline constexpr int penalty_steps = 20;

// At z^k, in the frame of A and in units: Phi and its hypogradient, and the step that follows.
template <class T>
struct PenaltyStep {
  int k;
  Vec3<T> x_1, x_2, g_1, g_2;
  T penalty_function, beta;
};

// h_m of a posed ellipsoid.
template <class T>
class QuadraticForm {
 public:
  TALUS_HD QuadraticForm(const Vec3<T>& semi_axes, const RelativePose<T>& pose)
      : axes_(semi_axes), pose_(pose) {}

  TALUS_HD T value(const Vec3<T>& x) const {
    return T(0.5) * (norm_squared(scaled(x - pose_.translation)) - T(1));
  }
  TALUS_HD Vec3<T> gradient(const Vec3<T>& x) const {
    const Vec3<T> u = scaled(x - pose_.translation);
    return pose_.rotation * Vec3<T>{u.x / axes_.x, u.y / axes_.y, u.z / axes_.z};
  }
  // g^T A g
  TALUS_HD T form(const Vec3<T>& g) const { return norm_squared(scaled(g)); }

 private:
  TALUS_HD Vec3<T> scaled(const Vec3<T>& v) const {
    const Vec3<T> u = pose_.direction_to_b(v);
    return {u.x / axes_.x, u.y / axes_.y, u.z / axes_.z};
  }

  Vec3<T> axes_;
  RelativePose<T> pose_;
};

// h_m along the ray x_m - beta G_m: a parabola.
template <class T>
struct FormOnRay {
  T at_start, slope, form;

  TALUS_HD FormOnRay(const QuadraticForm<T>& h, const Vec3<T>& x, const Vec3<T>& g)
      : at_start(h.value(x)), slope(dot(g, h.gradient(x))), form(h.form(g)) {}

  TALUS_HD T value(T beta) const { return at_start - beta * (slope - T(0.5) * beta * form); }

  // The smallest positive beta at which the ray meets the surface (2.66, Appendix D); negative if
  // there is none. Without cancellation between the roots.
  TALUS_HD T first_crossing() const {
    const T discriminant = slope * slope - T(2) * form * at_start;
    if (!(form > T(0)) || discriminant < T(0)) return T(-1);
    const T root = slope + sign_of(slope) * square_root(discriminant);
    if (root == T(0)) return T(-1);
    const T p = root / form, q = T(2) * at_start / root;
    return smaller(p, q) > T(0) ? smaller(p, q) : larger(p, q);
  }
};

// Gamma(beta) = Phi(z - beta G), (2.62).
template <class T>
class PenaltyOnRay {
 public:
  TALUS_HD PenaltyOnRay(const FormOnRay<T>& h_1, const FormOnRay<T>& h_2, const Vec3<T>& q,
                        const Vec3<T>& g, T lambda)
      : h_1_(h_1),
        h_2_(h_2),
        square_(norm_squared(q)),
        along_(dot(q, g)),
        form_(norm_squared(g)),
        lambda_(lambda) {}

  TALUS_HD T value(T beta) const {
    return T(0.5) * square_ - beta * (along_ - T(0.5) * beta * form_) +
           lambda_ * (absolute(h_1_.value(beta)) + absolute(h_2_.value(beta)));
  }

  // (2.65), else (2.66); negative if there is neither.
  TALUS_HD T step() const {
    T best = T(-1);
    for (int signs = 0; signs < 4; ++signs) {
      const T s_1 = (signs & 1) != 0 ? T(1) : T(-1), s_2 = (signs & 2) != 0 ? T(1) : T(-1);
      const T below = form_ + lambda_ * (s_1 * h_1_.form + s_2 * h_2_.form);
      if (!(below > T(0))) continue;
      const T beta = (along_ + lambda_ * (s_1 * h_1_.slope + s_2 * h_2_.slope)) / below;
      if (s_1 * h_1_.value(beta) > T(0) && s_2 * h_2_.value(beta) > T(0)) best = better(best, beta);
    }
    if (best > T(0)) return best;
    return better(better(best, h_1_.first_crossing()), h_2_.first_crossing());
  }

 private:
  TALUS_HD T better(T best, T beta) const {
    if (!(beta > T(0))) return best;
    return best > T(0) && value(best) <= value(beta) ? best : beta;
  }

  FormOnRay<T> h_1_, h_2_;
  T square_, along_, form_, lambda_;
};

// G_1 and G_2 at (x_1, x_2) by (2.58) and (2.60).
template <class T>
TALUS_HD void hypogradient(const QuadraticForm<T>& form_1, const QuadraticForm<T>& form_2, T lambda,
                           const Vec3<T>& x_1, const Vec3<T>& x_2, Vec3<T>& g_1, Vec3<T>& g_2) {
  const T h_1 = form_1.value(x_1), h_2 = form_2.value(x_2);
  const Vec3<T> d_1 = form_1.gradient(x_1), d_2 = form_2.gradient(x_2), q = x_1 - x_2;
  const T penalty = lambda * (absolute(h_1) + absolute(h_2));
  const T m_11 = h_1 * h_1 + norm_squared(d_1), m_22 = h_2 * h_2 + norm_squared(d_2);
  const T m_12 = h_1 * h_2;
  const T b_1 = penalty * h_1 - dot(d_1, q), b_2 = penalty * h_2 + dot(d_2, q);
  const T determinant = m_11 * m_22 - m_12 * m_12;
  g_1 = ((b_1 * m_22 - b_2 * m_12) / determinant) * d_1 + q;
  g_2 = ((b_2 * m_11 - b_1 * m_12) / determinant) * d_2 - q;
}

template <class T, class Trace>
TALUS_HD Contact<T> trace_exterior_penalty(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                           const RelativePose<T>& b_in_a,
                                           const Settings<T>& settings, Trace& trace,
                                           const PenaltyConstants<T>& constants = {}) {
  const Overlap overlap = jia_test(a, b, b_in_a);
  if (overlap == Overlap::overlapping) return overlap_answer(a, b, b_in_a, 0);
  const T unit = constants.unit > T(0) ? constants.unit
                                       : smaller(equivalent_diameter(a), equivalent_diameter(b));
  const RelativePose<T> at_origin{identity_matrix<T>(), {}};
  const RelativePose<T> pose{b_in_a.rotation, b_in_a.translation / unit};
  const QuadraticForm<T> form_1(a.semi_axes / unit, at_origin), form_2(b.semi_axes / unit, pose);
  // x^0: where the segment of centres crosses the surfaces.
  const T reach_b = reach_along(b, b_in_a.direction_to_b(b_in_a.translation));
  Vec3<T> x_1 = reach_along(a, b_in_a.translation) * pose.translation;
  Vec3<T> x_2 = (T(1) - reach_b) * pose.translation;
  bool converged = false;
  int k = 0;
  for (; k < penalty_steps * settings.max_iterations; ++k) {
    Vec3<T> g_1, g_2;
    hypogradient(form_1, form_2, constants.lambda, x_1, x_2, g_1, g_2);
    const PenaltyOnRay<T> gamma(FormOnRay<T>(form_1, x_1, g_1), FormOnRay<T>(form_2, x_2, g_2),
                                x_1 - x_2, g_1 - g_2, constants.lambda);
    converged = square_root(norm_squared(g_1) + norm_squared(g_2)) < constants.epsilon_g;
    const T beta = converged ? T(0) : gamma.step();
    trace(PenaltyStep<T>{k, x_1, x_2, g_1, g_2, gamma.value(T(0)), beta});
    if (!(beta > T(0))) break;
    x_1 = x_1 - beta * g_1;
    x_2 = x_2 - beta * g_2;
  }
  return separation_answer(a, b, b_in_a, settings, unit * x_1, unit * x_2, converged, T(0), k,
                           -infinity_of<T>(), overlap == Overlap::apart);
}

template <class T>
TALUS_HD Contact<T> exterior_penalty(const Ellipsoid<T>& a, const Ellipsoid<T>& b,
                                     const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                     Cache<T>&) {
  Silent silent;
  return trace_exterior_penalty(a, b, b_in_a, settings, silent);
}

}  // namespace talus::ellipsoid_ellipsoid
