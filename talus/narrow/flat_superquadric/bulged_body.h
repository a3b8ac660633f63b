// A flat superquadric in the world whose sides bulge with the depth of a contact (bulged_depth.h).
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/polyhedron_polyhedron/rounded_depth.h"
#include "talus/shape/superquadric/bulged_support.h"

namespace talus {

struct BulgedDepthLimits {
  // k of sides that are as flat as those of polyhedra: the inverse of their rounding power.
  static constexpr double bulge = 1.0 / rounding_power;
  // Exponent from which sides bulge. Below, the surface itself is curved enough for bodies to come
  // to rest.
  static constexpr double flat_from = 4.0;
  static constexpr int steps = 24;
  // Converged if a step changes the depth by less than this part of it, and if the points of both
  // bodies are off the line along n by less than this part of the size. The step is still taken,
  // and what is left is of the order of its square.
  static constexpr double converged = 1e-6, on_line = 2e-5;
  // The same of searches that begin at the pair's last one (bulged_pair.h). What is left shrinks
  // with the square of what the pair has moved in the step: the depth is right to 2e-8 of itself,
  // the point to 5e-6 of the size.
  static constexpr double warm_converged = 1e-3, warm_on_line = 2e-3;
  // A search that takes longer begins again at the contact. Those that end beyond a side overshoot
  // back and forth, while from the contact's own normal three to four steps suffice.
  static constexpr int warm_steps = 3;
  // Longest tilt, times the size and over the depth: the points move by their own distances.
  static constexpr double longest_tilt = 0.25;
  // The bulges of two level sides change the depth by a sixth at most (that of one by a twelfth),
  // and the smooth maximum over the vertices of a face by another fifth: what differs more from the
  // depth along the contact's own normal is another minimum, or none.
  static constexpr double largest_change = 1.25;
  // A step that ends beyond the minimum, on a slope of more than this part of that before, is
  // shortened.
  static constexpr double overshoot = 0.5;
};

// Width w of the bulge, over the depth, of sides with this exponent. A level side has the Hessian
// (15/8) / w (5 w / (16 a))^(1/(exponent - 1)) over a^2: with (n - 4) / (n + 4) it is 1 / (k D) to
// 30 % for exponents from 8 on and depths of 1e-3 to 1e-2 of the size.
template <class T>
TALUS_HD T relative_width(const T& exponent) {
  constexpr double from = BulgedDepthLimits::flat_from;
  constexpr double most = 1.875 * BulgedDepthLimits::bulge;
  return larger(T(0), T(most) * ((exponent - T(from)) / (exponent + T(from))));
}

// Whether sides bulge. Bodies with an exponent below 2 have edges on their sides, and are left as
// they are.
template <class T>
TALUS_INLINE MaskOf<T> has_flat_sides(const Superquadric<T>& body) {
  const MaskOf<T> flat = larger(body.n1, body.n2) > T(BulgedDepthLimits::flat_from);
  const MaskOf<T> pointed = smaller(body.n1, body.n2) < T(2);
  return flat & !pointed;
}

template <class T>
TALUS_INLINE BulgeWidths<T> bulge_widths(const Superquadric<T>& body) {
  const MaskOf<T> flat = has_flat_sides(body);
  return {select(flat, relative_width(body.n1), T(0)), select(flat, relative_width(body.n2), T(0))};
}

template <class T>
struct BulgedDepth {
  bool found{};
  T depth{}, slope{};
  Vec3<T> normal{};  // unit, from A to B
  Vec3<T> point{};   // midway between the bodies, from the origin of their points
  // m2: the second moment of the vertices of a polyhedron's patch that resists rocking as much
  // (rounded_depth.h); 0 for edges and for round surfaces, which roll freely.
  T moment{};
};

// A superquadric in the world.
template <class T>
class BulgedBody {
 public:
  // `centre`: of the body, from the origin of the points.
  TALUS_INLINE BulgedBody(const Superquadric<T>& body, const Mat3<T>& rotation,
                          const Vec3<T>& centre)
      : size(larger(body.semi_axes.x, larger(body.semi_axes.y, body.semi_axes.z))),
        thickness(smaller(body.semi_axes.x, smaller(body.semi_axes.y, body.semi_axes.z))),
        axes_(body.semi_axes),
        widths_(bulge_widths(body)),
        function_(body, widths_),
        rotation_(rotation),
        centre_(centre) {}

  // Whether the sides bulge along n.
  TALUS_INLINE MaskOf<T> bulges(const Vec3<T>& n, const T& depth) const {
    return widths_.bulges(axes_, transpose_times(rotation_, n), depth);
  }

  // For the unit direction n and the depth D.
  TALUS_INLINE void find(const Vec3<T>& n, const T& depth) {
    at_ = function_.evaluate(transpose_times(rotation_, n), depth);
    value = at_.value + dot(n, centre_);
    point = rotation_ * at_.point + centre_;
    by_depth = at_.by_bulge;
    point_by_depth = rotation_ * at_.point_by_bulge;
  }
  // At the last n and D, in the body's frame.
  TALUS_HD const BulgedSupport<T>& at() const { return at_; }
  // Derivative of the point by a tilt of n towards t.
  TALUS_INLINE Vec3<T> turned(const Vec3<T>& t) const {
    return rotation_ * (at_.curvature * transpose_times(rotation_, t));
  }

  T size, thickness;  // the largest and the smallest semi-axis
  T value{};          // of the support function, from the origin
  Vec3<T> point{};    // its gradient
  T by_depth{};       // derivatives of both by D
  Vec3<T> point_by_depth{};

 private:
  Vec3<T> axes_;
  BulgeWidths<T> widths_;
  BulgedSupportFunction<T> function_;
  Mat3<T> rotation_;
  Vec3<T> centre_;
  BulgedSupport<T> at_{};
};

// Derivatives of points across n, in the axes of the tangent plane.
template <class T>
TALUS_INLINE SymMat2<T> across(const BulgedBody<T>& body, const TangentFrame<T>& axes) {
  const Vec3<T> x = body.turned(axes.x), y = body.turned(axes.y);
  return {dot(axes.x, x), dot(axes.x, y), dot(axes.y, y)};
}

template <class T>
TALUS_INLINE T smaller_eigenvalue(const SymMat2<T>& m) {
  const T half = T(0.5) * (m.tt - m.uu), middle = T(0.5) * (m.tt + m.uu);
  return larger(T(0), middle - square_root(half * half + m.tu * m.tu));
}

// `turning`: m, the smaller principal derivative of the points by n; times the force it is the
// stiffness against rocking. The part by which the body bulges there, against its own curvature,
// counts.
template <class T>
TALUS_INLINE T moment_of(const BulgedBody<T>& body, const T& turning, const T& depth) {
  const T bulges =
      turning * T(BulgedDepthLimits::bulge) * depth / (body.thickness * body.thickness);
  return body.at().level * smaller(T(1), bulges) * turning * depth * T(1.0 / (rounding_power - 1));
}

}  // namespace talus
