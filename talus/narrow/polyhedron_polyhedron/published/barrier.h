// The logarithmic barrier of the planes of two polyhedra, and Newton's method on it:
//
//   phi(x, s) = t s - sum over all faces i of log(s + beta_i(x)),   beta_i(x) = d_i - a_i.x,
//
// beta_i the burial depth of x below the plane of face i (a_i its unit outward normal, d_i its
// offset). For t > 0 its minimisers lead to the least s for which some x is buried by -s or more
// below every plane (phase 1); with s = 0 and t = 0 its minimiser is the analytic centre of the
// intersection. The sums run over the faces without storing anything per face.
//
// No logarithm is ever computed: along a line phi is convex, so the sign of its slope decides on
// which side of the minimum a point lies.
#pragma once

#include "talus/math/pose.h"
#include "talus/shape/polyhedron_view.h"

namespace talus::polyhedron_polyhedron {

// With q_i = s + beta_i, over the faces of both bodies; vectors in the axes of the Barrier.
template <class T>
struct BarrierSums {
  T inverse{};                // sum of 1 / q
  T inverse_square{};         // sum of 1 / q^2
  Vec3<T> normal{};           // sum of a / q
  Vec3<T> pull_a{};           // the same over the faces of A only
  Vec3<T> normal_square{};    // sum of a / q^2
  SymMat3<T> hessian{};       // sum of a a^T / q^2
  T least{infinity_of<T>()};  // smallest beta
};

template <class T>
struct BarrierPoint {
  Vec3<T> x{};
  T s{};
};

// Solves m y = r for a symmetric positive definite m. Pivots that rounding has eaten are replaced
// by its size: the step is then a poor one along that direction, but one downhill.
template <class T>
TALUS_HD Vec3<T> solve_definite(const SymMat3<T>& m, const Vec3<T>& r) {
  const T rounding = T(8) * epsilon_of<T>();
  const T d0 = m.xx;
  const T l1 = m.xy / d0, l2 = m.xz / d0;
  const T d1 = larger(m.yy - l1 * m.xy, rounding * m.yy);
  const T e = m.yz - l1 * m.xz, l3 = e / d1;
  const T d2 = larger(m.zz - l2 * m.xz - l3 * e, rounding * m.zz);
  const T z0 = r.x, z1 = r.y - l1 * z0, z2 = r.z - l2 * z0 - l3 * z1;
  const T y2 = z2 / d2, y1 = z1 / d1 - l3 * y2;
  return {z0 / d0 - l1 * y1 - l2 * y2, y1, y2};
}

template <class T>
class Barrier {
 public:
  TALUS_HD Barrier(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                   const RelativePose<T>& b_in_a)
      : a_(a), b_(b), pose_(b_in_a) {
    align({T(1), T(0), T(0)});
  }

  // Sums have their vectors in axes of which the first is this direction. Where a thin intersection
  // makes the Hessian large along one direction and small across it, these axes keep the small part
  // from drowning in the rounding of the large one.
  TALUS_HD void align(const Vec3<T>& direction) {
    const T length = norm(direction);
    if (!(length > T(0))) return;
    axes_a_.row0 = direction / length;
    axes_a_.row1 = any_orthogonal(axes_a_.row0);
    axes_a_.row2 = cross(axes_a_.row0, axes_a_.row1);
    axes_b_ = axes_a_ * pose_.rotation;
  }
  TALUS_HD Vec3<T> from_axes(const Vec3<T>& v) const { return transpose_times(axes_a_, v); }

  TALUS_HD BarrierSums<T> sums_at(const BarrierPoint<T>& p) const {
    BarrierSums<T> r;
    add(a_, axes_a_, p.x, p.s, r);
    r.pull_a = r.normal;
    add(b_, axes_b_, in_b(p.x), p.s, r);
    return r;
  }

  // How far along (dx, ds) all q stay positive.
  TALUS_HD T reach(const BarrierPoint<T>& p, const Vec3<T>& dx, T ds) const {
    return smaller(reach(a_, p.x, p.s, dx, ds),
                   reach(b_, in_b(p.x), p.s, pose_.direction_to_b(dx), ds));
  }

  TALUS_HD int face_count() const { return a_.face_count + b_.face_count; }

 private:
  TALUS_HD Vec3<T> in_b(const Vec3<T>& x) const {
    return pose_.direction_to_b(x - pose_.translation);
  }

  TALUS_HD static void add(const PolyhedronView<T>& body, const Mat3<T>& axes, const Vec3<T>& x,
                           T s, BarrierSums<T>& r) {
    for (int f = 0; f < body.face_count; ++f) {
      const T beta = body.face_offset[f] - dot(body.face_normal[f], x);
      const Vec3<T> n = axes * body.face_normal[f];
      const T w = T(1) / (s + beta), w2 = w * w;
      r.least = smaller(r.least, beta);
      r.inverse = r.inverse + w;
      r.inverse_square = r.inverse_square + w2;
      r.normal = r.normal + w * n;
      r.normal_square = r.normal_square + w2 * n;
      r.hessian = r.hessian + w2 * outer_square(n);
    }
  }

  TALUS_HD static T reach(const PolyhedronView<T>& body, const Vec3<T>& x, T s, const Vec3<T>& dx,
                          T ds) {
    T limit = infinity_of<T>();
    for (int f = 0; f < body.face_count; ++f) {
      const Vec3<T>& n = body.face_normal[f];
      const T loss = dot(n, dx) - ds;
      if (loss > T(0)) limit = smaller(limit, (s + body.face_offset[f] - dot(n, x)) / loss);
    }
    return limit;
  }

  const PolyhedronView<T>&a_, &b_;
  RelativePose<T> pose_;
  Mat3<T> axes_a_, axes_b_;  // rows: the axes in the frame of A, of B
};

// One step of Newton's method on phi with a search along the line; s moves only where t > 0. Takes
// the sums at p, leaves those at the new p.
template <class T>
struct NewtonStep {
  T decrement;  // lambda^2, twice what the quadratic model hopes to gain
  bool moved;
};

template <class T>
TALUS_HD NewtonStep<T> newton_step(const Barrier<T>& barrier, T t, BarrierPoint<T>& p,
                                   BarrierSums<T>& at) {
  Vec3<T> dx;  // in the axes
  T ds = T(0);
  if (t > T(0)) {
    const T excess = (t - at.inverse) / at.inverse_square;
    const Vec3<T>& c = at.normal_square;
    dx = solve_definite(at.hessian + (T(-1) / at.inverse_square) * outer_square(c),
                        -at.normal - excess * c);
    ds = dot(c, dx) / at.inverse_square - excess;
  } else {
    dx = solve_definite(at.hessian, -at.normal);
  }
  const auto slope = [&](const BarrierSums<T>& sums) {
    return dot(sums.normal, dx) + (t > T(0) ? (t - sums.inverse) * ds : T(0));
  };
  const T start = slope(at);
  if (!(start < T(0))) return {T(0), false};
  constexpr int max_halvings = 20;  // beyond them the step is of the order of rounding
  const T inside_part = T(0.9);     // of the distance to the border of the domain
  const Vec3<T> direction = barrier.from_axes(dx);
  T length = smaller(T(1), inside_part * barrier.reach(p, direction, ds));
  // Backtracks while the step goes past the minimum by more than half the initial slope.
  for (int halvings = 0; halvings < max_halvings; ++halvings) {
    const BarrierPoint<T> q{p.x + length * direction, p.s + length * ds};
    const BarrierSums<T> sums = barrier.sums_at(q);
    if (sums.least + q.s > T(0) && !(slope(sums) > T(-0.5) * start)) {
      p = q;
      at = sums;
      return {-start, true};
    }
    length = T(0.5) * length;
  }
  return {-start, false};
}

}  // namespace talus::polyhedron_polyhedron
