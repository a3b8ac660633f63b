// The support function of a superquadric whose flat sides bulge a little, for forces.
//
// The support function is a nested norm of m = semi-axes . n, with q = exponent / (exponent - 1):
//
//   h = (r^q1 + |m_z|^q1)^(1/q1),   r = (|m_x|^q2 + |m_y|^q2)^(1/q2)
//
// On a flat side q is near 1, and the support point runs from rim to rim as |m| passes through 0:
// the Hessian of h is infinite there. Here a smooth convex function stands for |m|,
//
//   g(m) = w (5 + 15 x^2 - 5 x^4 + x^6) / 16,   x = m / w,   for |m| < w, and |m| elsewhere,
//
// with two continuous derivatives: h'' is 15/(8 w) in the middle of a flat side at most, h stays
// convex, and directions with no |m| below w keep the sharp support point exactly. The ends of a
// cylinder are flat, while its ring is not: where w of the ring is smaller than that of z, g(r)
// stands for r, with the root of the difference of their squares as its w. The two together turn an
// end as one w does: h'' of an end is 0.7 to 1.3 times that of a side for all exponents of the
// ring.
#pragma once

#include "talus/math/exp_log.h"
#include "talus/math/mat3.h"
#include "talus/math/vec3.h"
#include "talus/primitive.h"

namespace talus {

// g and its derivatives by m and by w.
template <class T>
struct SmoothAbsolute {
  T value{}, first{}, second{};
  T by_width{}, first_by_width{};
  T level{};  // g'' over that in the middle

  // `per_width`: 1 / width. Sharp for w = 0, with any finite `per_width`; m >= 0 is at least
  // `least` then, so that ratios stay finite.
  TALUS_INLINE SmoothAbsolute(const T& m, const T& width, const T& per_width, const T& least) {
    const MaskOf<T> inside = m < width;
    const T x = select(inside, m * per_width, T(1)), x2 = x * x, left = T(1) - x2;
    const T polynomial = T(0.0625) * (T(5) + x2 * (T(15) + x2 * (x2 - T(5))));
    // 1, 0 and 0 outside.
    first = T(0.125) * x * (T(15) + x2 * (T(3) * x2 - T(10)));
    level = left * left;
    second = T(1.875) * level * per_width;
    value = select(inside, width * polynomial, larger(m, least));
    by_width = polynomial - x * first;
    first_by_width = -x * second;
  }
};

// N = (a^q + b^q)^(1/q) of positive numbers, q = n / (n - 1), and its derivatives.
template <class T>
struct PowerNorm {
  T value, by_a, by_b;
  T aa, ab, bb;

  TALUS_INLINE PowerNorm(const T& a, const T& b, const T& q, const T& per_n) {
    const MaskOf<T> a_leads = a > b;
    const T most = select(a_leads, a, b), least = select(a_leads, b, a);
    const T ratio = least / most;
    const T power = exponential(q * logarithm(ratio)), sum = T(1) + power;
    // sum^(1/q - 1), and 1/q - 1 = -1/n.
    T of_most = power_of_one_plus(power, -smaller(per_n, T(0.5)));
    const MaskOf<T> pointed = per_n > T(0.5);
    if (any(pointed)) {
      of_most = select(pointed, exponential(-per_n * logarithm(sum)), of_most);
    }
    // One division for 1 / ratio and 1 / (most sum).
    const T both = most * sum, per_product = T(1) / (ratio * both);
    const T inverse = both * per_product, of_least = power * inverse * of_most;
    value = both * of_most;
    by_a = select(a_leads, of_most, of_least);
    by_b = select(a_leads, of_least, of_most);
    const T mixed = (q - T(1)) * of_least * (ratio * per_product);
    aa = mixed * select(a_leads, ratio, inverse);
    ab = -mixed;
    bb = mixed * select(a_leads, inverse, ratio);
  }
};

template <class T>
struct BulgedSupport {
  T value{};               // h
  Vec3<T> point{};         // gradient of h by n; n . point = h - sag
  SymMat3<T> curvature{};  // derivative of the point by n
  T by_bulge{};            // derivative of h by the bulge
  Vec3<T> point_by_bulge{};
  T sag{};
  T level{};  // 1 in the middle of a side, 0 where one of its directions does not bulge
};

// w over the bulge: of z, of x and y, and the square of that of r.
template <class T>
struct BulgeWidths {
  T z, ring, r_squared;

  TALUS_INLINE BulgeWidths(const T& width_z, const T& width_ring)
      : z(width_z),
        ring(width_ring),
        r_squared(larger(T(0), width_z * width_z - width_ring * width_ring)) {}

  // Whether the sides of a body with these semi-axes bulge along the unit direction n.
  TALUS_INLINE MaskOf<T> bulges(const Vec3<T>& axes, const Vec3<T>& n, const T& bulge) const {
    const T m_x = axes.x * absolute(n.x), m_y = axes.y * absolute(n.y);
    // The ring's r is at most m_x + m_y, and m_x or m_y at least.
    const MaskOf<T> of_z = axes.z * absolute(n.z) < z * bulge;
    const MaskOf<T> of_ring = smaller(m_x, m_y) < ring * bulge;
    const MaskOf<T> of_r = square(larger(m_x, m_y)) < r_squared * square(bulge);
    return of_z | of_ring | of_r;
  }
};

// Numbers that replace zeros, far below all rounding, whose powers stay in the range of double.
struct BulgedSupportLimits {
  // Of a sharp |m|, relative to the largest: 1e-100, so that its square is in range.
  static constexpr double least_component = 1e-100;
  // Of n - 1: the dual exponent of n = 1 is 1e15, for which the norm is the maximum.
  static constexpr double least_excess = 1e-15;
};

template <class T>
class BulgedSupportFunction {
 public:
  TALUS_INLINE BulgedSupportFunction(const Superquadric<T>& body, const BulgeWidths<T>& widths)
      : axes_(body.semi_axes),
        q1_(dual_exponent(body.n1)),
        q2_(dual_exponent(body.n2)),
        per_n1_(T(1) / body.n1),
        per_n2_(T(1) / body.n2),
        width_z_(widths.z),
        width_ring_(widths.ring),
        width_r_(square_root(widths.r_squared)) {}

  // For the unit direction n; `bulge` is a length.
  TALUS_INLINE BulgedSupport<T> evaluate(const Vec3<T>& n, const T& bulge) const {
    const Vec3<T> m{axes_.x * absolute(n.x), axes_.y * absolute(n.y), axes_.z * absolute(n.z)};
    // Keeps ratios finite where the sharp |m| is 0.
    const T least = T(BulgedSupportLimits::least_component) * larger(m.x, larger(m.y, m.z));
    const T of_ring = width_ring_ * bulge, of_z = width_z_ * bulge, of_r = width_r_ * bulge;
    // One division for the inverse of all three.
    const auto or_one = [](const T& w) { return select(w > T(0), w, T(1)); };
    const T ring_or_one = or_one(of_ring), z_or_one = or_one(of_z), r_or_one = or_one(of_r);
    const T per_all = T(1) / (ring_or_one * z_or_one * r_or_one), per_ring_r = per_all * z_or_one;
    const T per_ring = per_ring_r * r_or_one, per_r = per_ring_r * ring_or_one;
    const T per_z = per_all * (ring_or_one * r_or_one);
    const SmoothAbsolute<T> x(m.x, of_ring, per_ring, least), y(m.y, of_ring, per_ring, least);
    const SmoothAbsolute<T> z(m.z, of_z, per_z, least);
    const PowerNorm<T> ring(x.value, y.value, q2_, per_n2_);
    const SmoothAbsolute<T> r(ring.value, of_r, per_r, least);
    const PowerNorm<T> h(r.value, z.value, q1_, per_n1_);

    // r and then h by m_x, m_y and m_z.
    const T r_x = ring.by_a * x.first, r_y = ring.by_b * y.first;
    const T r_xx = ring.aa * x.first * x.first + ring.by_a * x.second;
    const T r_yy = ring.bb * y.first * y.first + ring.by_b * y.second;
    const T r_xy = ring.ab * x.first * y.first;
    const T h_r = h.by_a * r.first, h_z = h.by_b * z.first;
    const T h_rr = h.aa * r.first * r.first + h.by_a * r.second;
    const T h_zz = h.bb * z.first * z.first + h.by_b * z.second;
    const T h_rz = h.ab * r.first * z.first;
    const Vec3<T> by_m{h_r * r_x, h_r * r_y, h_z};

    // The same by the bulge.
    const T x_w = width_ring_ * x.by_width, y_w = width_ring_ * y.by_width;
    const T z_w = width_z_ * z.by_width, ring_w = ring.by_a * x_w + ring.by_b * y_w;
    const T r_w = r.first * ring_w + width_r_ * r.by_width;
    const T r_x_w =
        (ring.aa * x_w + ring.ab * y_w) * x.first + ring.by_a * width_ring_ * x.first_by_width;
    const T r_y_w =
        (ring.ab * x_w + ring.bb * y_w) * y.first + ring.by_b * width_ring_ * y.first_by_width;
    const T h_r_w = (h.aa * r_w + h.ab * z_w) * r.first +
                    h.by_a * (r.second * ring_w + width_r_ * r.first_by_width);
    const T h_z_w = (h.ab * r_w + h.bb * z_w) * z.first + h.by_b * width_z_ * z.first_by_width;

    BulgedSupport<T> s;
    s.value = h.value;
    s.sag = h.value - dot(m, by_m);
    s.by_bulge = h.by_a * r_w + h.by_b * z_w;
    // Of a side two directions bulge: two of x, y and z, or r.
    s.level = larger(r.level,
                     larger(smaller(x.level, y.level), smaller(larger(x.level, y.level), z.level)));
    const auto toward = [](const T& along, const T& axis) {
      return select(along < T(0), -axis, axis);
    };
    const Vec3<T> a{toward(n.x, axes_.x), toward(n.y, axes_.y), toward(n.z, axes_.z)};
    s.point = multiply_componentwise(a, by_m);
    s.point_by_bulge = multiply_componentwise(
        a, Vec3<T>{h_r_w * r_x + h_r * r_x_w, h_r_w * r_y + h_r * r_y_w, h_z_w});
    s.curvature = {a.x * a.x * (h_rr * r_x * r_x + h_r * r_xx),
                   a.y * a.y * (h_rr * r_y * r_y + h_r * r_yy),
                   a.z * a.z * h_zz,
                   a.x * a.y * (h_rr * r_x * r_y + h_r * r_xy),
                   a.x * a.z * (h_rz * r_x),
                   a.y * a.z * (h_rz * r_y)};
    return s;
  }

 private:
  // n / (n - 1); a large number for n = 1, for which the norm is the maximum.
  TALUS_INLINE static T dual_exponent(const T& n) {
    return n / larger(n - T(1), T(BulgedSupportLimits::least_excess));
  }

  Vec3<T> axes_;
  T q1_, q2_, per_n1_, per_n2_, width_z_, width_ring_, width_r_;
};

}  // namespace talus
