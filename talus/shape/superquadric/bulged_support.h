// The support function of a superquadric whose flat sides bulge a little, for forces.
//
// On a flat side (exponents above 2) the support point runs from rim to rim as the direction tilts
// by next to nothing: the Hessian of the support function is infinite there. Here
//
//   h(n) = max over surface points p of  n . p - bulge/2 q(p),   q = |u|^2 - 1,  u = p / semi-axes
//
// q is 0 in the middle of a side, 1 at an edge and 2 at a corner of a block, and 0 everywhere on an
// ellipsoid. The support point moves by a^2 / bulge at most per radian, and is nearly the sharp one
// where the surface itself is curved by more than that.
//
// The equations  m - bulge u = Lambda dG/du,  G(u) = 1,  m = semi-axes . n, in the octant of n:
//
//   m_x = Lambda rho^(n1-n2) x^(n2-1) + bulge x   (y likewise),   m_z = Lambda z^(n1-1) + bulge z
//   rho^n2 = x^n2 + y^n2,   rho^n1 + z^n1 = 1
//
// are solved by Newton's method in the logarithms of all unknowns and of both sides of the
// equations, where powers are lines and sums of powers are convex: from the smaller one of both
// asymptotes four or five steps suffice for any exponents (test/shape/superquadric/).
#pragma once

#include "talus/math/exp_log.h"
#include "talus/math/mat3.h"
#include "talus/math/vec3.h"
#include "talus/primitive.h"

namespace talus {

struct BulgedSupportLimits {
  // Components of n below this part of the largest one count as 0: far below rounding.
  static constexpr double least_component = 1e-30;
  // Converged if a step changes no logarithm by more; the error left is its square times the
  // exponent.
  static constexpr double converged = 1e-9;
  static constexpr double longest_step = 3.0;  // change of a logarithm
  // Largest bulge, over the largest component of m. Overlaps of a simulation stay far below it.
  static constexpr double largest_bulge = 0.25;
  static constexpr int steps = 100, whole_steps = 12;
};

template <class T>
struct BulgedSupport {
  Vec3<T> point{};
  T excess{};              // q at the point
  SymMat3<T> curvature{};  // derivative of the point by n
};

// The Newton iteration in one octant. It continues where it ended if m or the bulge change.
template <class T>
class BulgedSupportSearch {
 public:
  TALUS_HD explicit BulgedSupportSearch(const Superquadric<T>& body)
      : axes_(body.semi_axes), n1_(body.n1), n2_(body.n2) {}

  // `bulge` > 0, a length; exponents of 2 or more.
  TALUS_HD BulgedSupport<T> find(const Vec3<T>& n, const T& bulge) {
    const Vec3<T> m{axes_.x * absolute(n.x), axes_.y * absolute(n.y), axes_.z * absolute(n.z)};
    const T scale = larger(m.x, larger(m.y, m.z)), per_scale = T(1) / scale;
    bulge_ = smaller(per_scale * bulge, T(BulgedSupportLimits::largest_bulge));
    const bool same_x = set(x_, per_scale * m.x), same_y = set(y_, per_scale * m.y);
    const bool same_z = set(z_, per_scale * m.z);
    if (!(started_ && same_x && same_y && same_z)) start();
    started_ = true;
    // Steps that do not shrink go to and fro: with n1 < n2, if x and y change places in the ring.
    T last = infinity_of<T>(), part(1);
    for (int i = 0; i < BulgedSupportLimits::steps; ++i) {
      const T change = step(part);
      if (change <= T(BulgedSupportLimits::converged)) break;
      const T most = T(i < BulgedSupportLimits::whole_steps ? 1.0 : 0.3);
      part = change < T(0.8) * last ? smaller(most, part + part) : T(0.5) * part;
      last = change;
    }
    return result(n, per_scale);
  }

 private:
  // A coordinate u > 0, or not in use: u = 0.
  struct Coordinate {
    bool used{};
    T log_m{}, log_u{}, u{};
    T power{};     // Lambda dG/du
    T share{};     // of the power in m
    T residual{};  // of the logarithm of the equation
    T slope{};     // of that by log u
    T change{};    // of log u

    TALUS_HD void evaluate(const T& log_power, const T& exponent, const T& bulge) {
      u = exponential(log_u);
      power = exponential(log_power);
      const T sum = power + bulge * u;
      share = power / sum;
      residual = logarithm(sum) - log_m;
      slope = T(1) + share * (exponent - T(2));
    }
  };

  // Returns whether the coordinate was in use and is, or was not and is not.
  TALUS_HD static bool set(Coordinate& c, const T& m) {
    const bool was_used = c.used;
    c.used = m > T(BulgedSupportLimits::least_component);
    c.u = c.power = c.share = c.residual = c.change = T(0);
    c.slope = T(1);
    if (c.used) c.log_m = logarithm(m);
    return c.used == was_used;
  }

  // log of (alpha^q + beta^q)^(1/q) with q = n / (n - 1), by the logarithms of alpha and beta.
  TALUS_HD static T log_dual_norm(const T& log_alpha, const T& log_beta, const T& n) {
    const T most = larger(log_alpha, log_beta), least = smaller(log_alpha, log_beta);
    const T q = n / (n - T(1));
    return most + logarithm(T(1) + exponential(q * (least - most))) / q;
  }

  // The sharp support point, or where the bulge alone is in balance if that is farther inside.
  TALUS_HD void start() {
    constexpr double none = -1e4;  // a logarithm
    const T log_bulge = logarithm(bulge_);
    const T log_x = x_.used ? x_.log_m : T(none), log_y = y_.used ? y_.log_m : T(none);
    const T ring = log_dual_norm(log_x, log_y, n2_);
    log_multiplier_ = log_dual_norm(ring, z_.used ? z_.log_m : T(none), n1_);
    const T log_rho = (ring - log_multiplier_) / (n1_ - T(1));
    const auto at = [&](Coordinate& c, const T& sharp) {
      c.log_u = smaller(sharp, c.log_m - log_bulge);
    };
    at(x_, log_rho + (x_.log_m - ring) / (n2_ - T(1)));
    at(y_, log_rho + (y_.log_m - ring) / (n2_ - T(1)));
    at(z_, (z_.log_m - log_multiplier_) / (n1_ - T(1)));
  }

  // Takes a part of a step. Returns the largest change of a logarithm by the whole one.
  TALUS_HD T step(const T& part) {
    // The ring, and the whole.
    const bool has_ring = x_.used || y_.used;
    T log_rho{}, of_x{}, of_y{}, rho_n{};
    if (has_ring) {
      const bool by_x = x_.used && !(y_.used && x_.log_u < y_.log_u);
      const T most = by_x ? x_.log_u : y_.log_u;
      const T rest =
          x_.used && y_.used ? exponential(n2_ * ((by_x ? y_.log_u : x_.log_u) - most)) : T(0);
      const T ring = T(1) + rest;
      log_rho = most + (rest > T(0) ? logarithm(ring) / n2_ : T(0));
      const T of_most = T(1) / ring;
      of_x = by_x ? of_most : rest * of_most;
      of_y = by_x ? rest * of_most : of_most;
      rho_n = exponential(n1_ * log_rho);
    }
    const T z_n = z_.used ? exponential(n1_ * z_.log_u) : T(0);
    const T whole = rho_n + z_n, of_rho = rho_n / whole, of_z = z_n / whole;
    rho_power_ = rho_n;
    log_rho_ = log_rho;
    const T log_ring_factor = log_multiplier_ + (n1_ - T(1)) * log_rho;
    if (x_.used) x_.evaluate(log_ring_factor + (n2_ - T(1)) * (x_.log_u - log_rho), n2_, bulge_);
    if (y_.used) y_.evaluate(log_ring_factor + (n2_ - T(1)) * (y_.log_u - log_rho), n2_, bulge_);
    if (z_.used) z_.evaluate(log_multiplier_ + (n1_ - T(1)) * z_.log_u, n1_, bulge_);
    const T residual = logarithm(whole) / n1_;
    // Eliminate the coordinates, then the change of log rho; solve for that of log Lambda.
    const T known = of_x * x_.residual / x_.slope + of_y * y_.residual / y_.slope;
    const T linear = of_x * x_.share / x_.slope + of_y * y_.share / y_.slope;
    const T inverse = T(1) / (T(1) + (n1_ - n2_) * linear);
    const T top = residual - of_rho * known * inverse - of_z * z_.residual / z_.slope;
    const T bottom = of_rho * linear * inverse + of_z * z_.share / z_.slope;
    const T d_multiplier = top / bottom;
    const T d_rho = -(known + linear * d_multiplier) * inverse;
    const T of_ring = d_multiplier + (n1_ - n2_) * d_rho;
    T most = absolute(d_multiplier);
    const auto solve = [&](Coordinate& c, const T& with) {
      if (!c.used) return;
      c.change = -(c.residual + c.share * with) / c.slope;
      most = larger(most, absolute(c.change));
    };
    solve(x_, of_ring);
    solve(y_, of_ring);
    solve(z_, d_multiplier);
    constexpr double longest = BulgedSupportLimits::longest_step;
    const T cut = part * (most > T(longest) ? T(longest) / most : T(1));
    x_.log_u = x_.log_u + cut * x_.change;
    y_.log_u = y_.log_u + cut * y_.change;
    z_.log_u = z_.log_u + cut * z_.change;
    log_multiplier_ = log_multiplier_ + cut * d_multiplier;
    return most;
  }

  // M = Lambda d2G + bulge is diagonal but for a square of v = Lambda dG within the ring; the
  // derivative of u by m is its inverse on the tangent plane.
  TALUS_HD BulgedSupport<T> result(const Vec3<T>& n, const T& per_scale) const {
    const auto at_end = [](const Coordinate& c, const T& along) {
      return sign_of(along) * c.u * (T(1) + c.change);
    };
    const Vec3<T> u{at_end(x_, n.x), at_end(y_, n.y), at_end(z_, n.z)};
    const Vec3<T> v{sign_of(n.x) * x_.power, sign_of(n.y) * y_.power, sign_of(n.z) * z_.power};
    // An exponent of 2 has a power in proportion to u also at 0, as has the ring for n1 = 2.
    const auto inverse = [&](const Coordinate& c, const T& exponent, const T& log_at_zero) {
      const T at_zero = exponent == T(2) ? exponential(log_at_zero) : T(0);
      return T(1) / (bulge_ + (exponent - T(1)) * (c.used ? c.power / c.u : at_zero));
    };
    const bool has_ring = x_.used || y_.used;
    const T of_ring = has_ring ? n2_ : n1_;
    const T log_ring = log_multiplier_ + (has_ring ? (n1_ - n2_) * log_rho_ : T(0));
    const Vec3<T> d{inverse(x_, of_ring, log_ring), inverse(y_, of_ring, log_ring),
                    inverse(z_, n1_, log_multiplier_)};
    const Vec3<T> in_ring{d.x * v.x, d.y * v.y, T(0)};
    T k{};
    if (rho_power_ > T(0) && (v.x != T(0) || v.y != T(0))) {
      const T squared = (n1_ - n2_) / (exponential(log_multiplier_) * rho_power_);
      k = squared / (T(1) + squared * (in_ring.x * v.x + in_ring.y * v.y));
    }
    SymMat3<T> of_m = SymMat3<T>{d.x, d.y, d.z, T(0), T(0), T(0)} + (-k) * outer_square(in_ring);
    const Vec3<T> w = of_m * v;
    of_m = of_m + (T(-1) / dot(v, w)) * outer_square(w);
    BulgedSupport<T> s;
    s.point = multiply_componentwise(axes_, u);
    s.excess = norm_squared(u) - T(1);
    const Vec3<T>& a = axes_;
    s.curvature =
        per_scale * SymMat3<T>{a.x * a.x * of_m.xx, a.y * a.y * of_m.yy, a.z * a.z * of_m.zz,
                               a.x * a.y * of_m.xy, a.x * a.z * of_m.xz, a.y * a.z * of_m.yz};
    return s;
  }

  Vec3<T> axes_;
  T n1_, n2_;
  bool started_{};
  T bulge_{}, log_multiplier_{}, log_rho_{}, rho_power_{};
  Coordinate x_, y_, z_;
};

}  // namespace talus
