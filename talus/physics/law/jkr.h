// Adhesive elastic spheres (K. L. Johnson, K. Kendall and A. D. Roberts, Proc. R. Soc. Lond. A 324,
// 1971: 301). With the work of adhesion w (J/m2) and the radius a of the contact spot,
//
//   overlap = a^2 / R* - sqrt(2 pi w a / E*)
//   F       = 4/3 E* a^3 / R* - sqrt(8 pi w E* a^3)
//
// In units of the spot at overlap 0, a_0^3 = 2 pi w R*^2 / E*, and with u^2 = a / a_0,
//
//   overlap = a_0^2/R* (u^4 - u),  F = E* a_0^3/R* (4/3 u^6 - 2 u^3)
//   E       = E* a_0^5/R*^2 (8/15 u^10 - 4/3 u^7 + 1/2 u^4 + 3/10)
//
// The largest pull is F_c = 3/2 pi w R*, at u^3 = 3/4. The branch that exists ends at u^3 = 1/4:
//
//   -overlap = 3/4 4^(-1/3) a_0^2/R* = 3/4 (pi^2 w^2 R* / E*^2)^(1/3),  F = -5/9 F_c.
//
// A contact is made at overlap 0, where F jumps from 0 to -8/9 F_c, and holds until that gap: it is
// the range of the law. E counts from the touch. Where a contact breaks its energy, E* a_0^5/R*^2
// (0.3 + 0.05 4^(-1/3)) = 7.09 (w^5 R*^4 / E*^2)^(1/3), becomes heat: the hysteresis that C.
// Thornton and Z. Ning find (Powder Technol. 99, 1998: 154).
//
// Dashpots are those of Hertz with the stiffness S_n = 2 E* a. Friction is limited by mu (F + 2
// F_c) (C. Thornton, J. Phys. D 24, 1991: 1942; J. S. Marshall, J. Comput. Phys. 228, 2009: 1541,
// equation 43). The tangential spring has S_t = 8 G* b with b^2 = R* overlap + a_0^2, and b = a_0
// where the bodies are apart: a itself at overlap 0 and far beyond it, less in between. a would
// have an infinite slope at the end of the branch, and with it the friction spring an infinite
// addition to the normal force.
#pragma once

#include <numbers>

#include "talus/math/exp_log.h"
#include "talus/math/scalar.h"
#include "talus/physics/law/hertz_mindlin.h"

namespace talus {

struct JkrLaw {
  static constexpr std::string_view name = "jkr";
  static constexpr std::string_view description =
      "adhesive elastic bodies of Johnson, Kendall and Roberts, held until they are pulled off";
  static constexpr std::array<Parameter, 1> parameters{
      {{"work_of_adhesion", "J/m2", 0.0, range_not_negative, Mixing::geometric_mean,
        "energy to separate the surfaces, per area; twice the surface energy of like bodies"}}};

  // 4^(-1/3): u where the branch ends.
  static constexpr double last_u = 0.62996052494743658;
  // 3/4 4^(-1/3): the range over a_0^2/R*.
  static constexpr double largest_gap = 0.75 * last_u;

  // a_0^3 = 2 pi w R*^2 / E*, m3. Without adhesion a volume that no result feels, so that its root
  // is a normal number.
  template <class N>
  TALUS_HD static N touch_cube(const ContactMaterialOf<N>& m, const N& radius) {
    constexpr double nothing = sizeof(N) == sizeof(float) ? 1e-30 : 1e-250;
    return larger(N(nothing),
                  N(2.0 * std::numbers::pi) * m.parameter[0] * radius * radius / m.modulus);
  }
  // a_0
  template <class N>
  TALUS_HD static N touch_spot(const N& cube) {
    return exponential(N(1.0 / 3.0) * logarithm(cube));
  }

  // The root u >= last_u of u^4 - u = overlap + largest_gap - largest_gap, all over a_0^2/R*, from
  // `above` = overlap + largest_gap >= 0. With t = u - last_u the equation is
  //
  //   t^2 (t^2 + 4 last_u t + 6 last_u^2) = above,
  //
  // whose root is nearly linear where t is small. Newton's steps start above the solution, where
  // they converge monotonically; five reach the last bit (4 leave 1e-13).
  template <class N>
  TALUS_HD static N root_u(const N& above) {
    constexpr int newton_steps = 5;
    constexpr double linear = 4.0 * last_u, constant = 6.0 * last_u * last_u;
    constexpr double inverse_root_of_constant = 0.6480537657465553;  // of sqrt(6) last_u
    const N s = square_root(above);
    N t = smaller(N(inverse_root_of_constant) * s, square_root(s));
    for (int i = 0; i < newton_steps; ++i) {
      const N root = square_root((t + N(linear)) * t + N(constant));
      t = t - (t * root - s) * root / ((N(2) * t + N(1.5 * linear)) * t + N(constant));
    }
    return t + N(last_u);
  }

  // a
  template <class N>
  TALUS_HD static N spot(const N& touch, const N& radius, const N& overlap) {
    const N above = larger(N(0), overlap * radius / (touch * touch) + N(largest_gap));
    const N u = root_u(above);
    return touch * u * u;
  }

  // 2 F_c
  template <class N>
  TALUS_HD static N adhesion(const ContactMaterialOf<N>& m, const ContactGeometryOf<N>& g) {
    return N(3.0 * std::numbers::pi) * m.parameter[0] * g.radius;
  }

  template <class N>
  TALUS_HD static CohesiveResponseOf<N> respond(const ContactMaterialOf<N>& m,
                                                const ContactGeometryOf<N>& g) {
    constexpr double root_of_5_6 = 0.91287092917527685576;
    const N cube = touch_cube(m, g.radius), touch = touch_spot(cube);
    const N a = spot(touch, g.radius, g.overlap), a2 = a * a, a3 = a2 * a;
    const N mixed = square_root(cube * a3);
    CohesiveResponseOf<N> r;
    r.force = g.slope * (m.modulus / g.radius) * (N(4.0 / 3.0) * a3 - N(2) * mixed);
    r.energy = m.modulus / (g.radius * g.radius) *
               (a2 * (N(8.0 / 15.0) * a3 - N(4.0 / 3.0) * mixed + N(0.5) * cube) +
                N(0.3) * touch * touch * cube);
    const N damping = N(2.0 * root_of_5_6) * m.damping_ratio;
    const N dashpot = damping * square_root(N(2) * m.modulus * a * g.mass);
    r.dashpot = g.slope * dashpot;
    const N b = square_root(g.radius * larger(N(0), g.overlap) + touch * touch);
    r.tangential_stiffness = N(8) * m.shear_modulus * b;
    r.tangential_gradient =
        g.slope * select(g.overlap > N(0), N(4) * m.shear_modulus * g.radius / b, N(0));
    r.tangential_dashpot = N(2) * m.root_shear_ratio * dashpot;
    r.rolling_stiffness = HertzMindlinLaw::secant_stiffness(m, g.radius);
    r.adhesion = adhesion(m, g);
    r.spot_radius = b;
    return r;
  }

  // dF/d(overlap) is below 2 E* a. Infinite for two planes, for which the formulas have no number.
  static double stiffness(const ContactMaterial& m, double radius) {
    if (!(radius < infinity_of<double>())) return radius;
    const double touch = touch_spot(touch_cube(m, radius));
    return 2.0 * m.modulus * spot(touch, radius, stiffness_overlap * radius);
  }

  static double range(const ContactMaterial& m, double radius) {
    const double touch = touch_spot(touch_cube(m, radius));
    return largest_gap * touch * touch / radius;
  }
};

}  // namespace talus
