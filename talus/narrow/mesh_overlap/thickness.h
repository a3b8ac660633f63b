// Integrals of powers of the thickness of an overlap over the plane across a direction n.
//
// Between two triangulated surfaces the thickness t along n is linear over the triangles of their
// common projection, where the integrals are closed forms: with the complete homogeneous symmetric
// polynomial h_k of the thicknesses at the corners (k-th powers and products, all positive),
//
//   integral of t^k           = 2 A k! / (k + 2)! h_k(t_1, t_2, t_3)
//   integral of t^k l_i       = 2 A k! / (k + 3)! h_k(t_1, t_2, t_3, t_i)
//   integral of t^k l_i l_j   = 2 A k! / (k + 4)! h_k(t_1, t_2, t_3, t_i, t_j)  (twice it if i = j)
//
// with the barycentric coordinates l. A triangle that is seen from behind has a negative area, so
// that a column in and out of a body several times counts what is between.
#pragma once

#include "talus/math/vec3.h"

namespace talus::mesh_overlap {

// A point across n: its coordinates (m) and the thickness there, in the unit of the caller.
struct Column {
  double x{}, y{}, t{};
};

// The powers q of the thickness that make the depth (smooth_depth.h): the least, and how many.
inline constexpr int least_power = 8, power_count = 3;

struct ThicknessMoments {
  double whole[power_count]{};  // integral of t^q
  // Of q t^(q - 1), of that times x and times y: the derivative of the above if t grows.
  double rate[power_count]{}, rate_x[power_count]{}, rate_y[power_count]{};
  double xx{}, xy{}, yy{};  // second moments of the first rate

  void add(const ThicknessMoments& other, double sign) {
    for (int i = 0; i < power_count; ++i) {
      whole[i] += sign * other.whole[i];
      rate[i] += sign * other.rate[i];
      rate_x[i] += sign * other.rate_x[i];
      rate_y[i] += sign * other.rate_y[i];
    }
    xx += sign * other.xx;
    xy += sign * other.xy;
    yy += sign * other.yy;
  }

  // The triangle p, q, r, counter-clockwise seen against n; thicknesses are not negative.
  void add_triangle(const Column& p, const Column& q, const Column& r) {
    const double twice_area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    if (twice_area != 0.0) add_triangle(p, q, r, twice_area);
  }

  // With a measure of its own instead of the area across n.
  void add_triangle(const Column& p, const Column& q, const Column& r, double twice_area) {
    const Column corner[3] = {p, q, r};
    constexpr int top = least_power + power_count - 1;
    double three[top + 1];
    {
      double one = 1.0, two = 1.0, all = 1.0;
      three[0] = 1.0;
      for (int k = 1; k <= top; ++k) {
        one = p.t * one;
        two = one + q.t * two;
        all = two + r.t * all;
        three[k] = all;
      }
    }
    for (int i = 0; i < power_count; ++i) {
      const double power = least_power + i;
      whole[i] += twice_area * three[least_power + i] / ((power + 1.0) * (power + 2.0));
      rate[i] += twice_area * three[least_power + i - 1] / (power + 1.0);
    }
    double five[3][3];
    for (int i = 0; i < 3; ++i) {
      double four = 1.0, with[3] = {1.0, 1.0, 1.0};
      for (int k = 1; k < top; ++k) {
        four = three[k] + corner[i].t * four;
        if (k < least_power) {
          for (int j = i; j < 3; ++j) with[j] = four + corner[j].t * with[j];
        }
        if (k < least_power - 1) continue;
        const int n = k - (least_power - 1);
        const double power = least_power + n;
        const double part = twice_area * four / ((power + 1.0) * (power + 2.0));
        rate_x[n] += part * corner[i].x;
        rate_y[n] += part * corner[i].y;
      }
      for (int j = i; j < 3; ++j) five[i][j] = (i == j ? 2.0 : 1.0) * with[j];
    }
    constexpr double power = least_power;
    const double scale = twice_area / ((power + 1.0) * (power + 2.0) * (power + 3.0));
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) {
        const double part = (i == j ? 1.0 : 2.0) * scale * five[i][j];
        xx += part * corner[i].x * corner[j].x;
        xy += 0.5 * part * (corner[i].x * corner[j].y + corner[j].x * corner[i].y);
        yy += part * corner[i].y * corner[j].y;
      }
    }
  }

  void add_polygon(const Column* corner, int count) {
    for (int k = 2; k < count; ++k) add_triangle(corner[0], corner[k - 1], corner[k]);
  }
};

// The part of a convex polygon where `of(corner)`, linear over it, is positive; `out` has space
// for one corner more. Returns the number of its corners.
template <class Linear>
int clip(const Column* in, int count, const Linear& of, Column* out) {
  int kept = 0;
  for (int k = 0; k < count; ++k) {
    const Column &from = in[k], &to = in[k + 1 == count ? 0 : k + 1];
    const double at_from = of(from), at_to = of(to);
    if (at_from > 0.0) out[kept++] = from;
    if ((at_from > 0.0) == (at_to > 0.0)) continue;
    // From the end that is kept, so that neighbours share the point.
    const bool leaves = at_from > 0.0;
    const Column &inner = leaves ? from : to, &outer = leaves ? to : from;
    const double part = leaves ? at_from / (at_from - at_to) : at_to / (at_to - at_from);
    out[kept++] = {inner.x + part * (outer.x - inner.x), inner.y + part * (outer.y - inner.y),
                   inner.t + part * (outer.t - inner.t)};
  }
  return kept;
}

// The part of positive thickness.
inline int clip_thickness(const Column* in, int count, Column* out) {
  const int kept = clip(
      in, count, [](const Column& c) { return c.t; }, out);
  for (int k = 0; k < kept; ++k) out[k].t = larger(0.0, out[k].t);
  return kept;
}

}  // namespace talus::mesh_overlap
