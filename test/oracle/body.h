// A body in the world with its own support function and its own measure of how far a point lies
// outside, in any precision. Coordinates are relative to an origin that the caller chooses (the
// position of body A), so that a world offset costs no digits.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "oracle/spec.h"
#include "oracle/vector.h"

namespace oracle {

template <class R>
class Body {
 public:
  Body(const Spec& spec, const Triple& origin)
      : spec_(&spec),
        axes_(spec.semi_axes),
        rotation_(rotation_from<R>(spec.orientation)),
        position_(Vec<R>(spec.position) - Vec<R>(origin)) {
    for (const Triple& p : spec.points) {
      points_.push_back(rotation_.to_world(Vec<R>(p)) + position_);
    }
    if (spec.type == Type::half_space) {
      // n.x <= d keeps its meaning when both sides are divided by |n|.
      const Vec<R> given(spec.normal);
      plane_normal_ = rotation_.to_world(unit(given));
      plane_offset_ = R(spec.offset) / length(given) + dot(plane_normal_, position_);
    }
  }

  Type type() const { return spec_->type; }
  const Spec& spec() const { return *spec_; }
  const Rotation<R>& rotation() const { return rotation_; }
  const Vec<R>& position() const { return position_; }
  const std::vector<Vec<R>>& points() const { return points_; }
  const Vec<R>& plane_normal() const { return plane_normal_; }
  const R& plane_offset() const { return plane_offset_; }

  // Some point inside: where the distance functions may start from.
  Vec<R> middle() const {
    if (points_.empty()) return position_;
    Vec<R> sum;
    for (const Vec<R>& p : points_) sum = sum + p;
    return (R(1) / R(static_cast<double>(points_.size()))) * sum;
  }

  // The radius of some ball around middle() that holds the body; zero for a half-space.
  R radius() const {
    R worst = 0;
    if (type() == Type::half_space) return worst;
    if (points_.empty()) {
      const R ball = std::max({axes_.x, axes_.y, axes_.z});
      return type() == Type::superquadric ? length(axes_) : ball;
    }
    const Vec<R> centre = middle();
    for (const Vec<R>& p : points_) worst = std::max<R>(worst, length(p - centre));
    return worst;
  }

  // At most the radius of the smallest ball around middle(): tolerances relative to it are strict.
  // A half-space has none; its plane is given by a distance from its origin, which carries the
  // rounding.
  R bounding_radius() const {
    if (type() == Type::half_space) {
      return magnitude(R(spec_->offset)) / length(Vec<R>(spec_->normal));
    }
    return type() == Type::superquadric ? std::max({axes_.x, axes_.y, axes_.z}) : radius();
  }

  // Not for half-spaces.
  Vec<R> support_point(const Vec<R>& n) const {
    if (!points_.empty()) {
      const Vec<R>* best = &points_[0];
      R best_value = dot(n, points_[0]);
      for (const Vec<R>& p : points_) {
        const R value = dot(n, p);
        if (value > best_value) {
          best_value = value;
          best = &p;
        }
      }
      return *best;
    }
    return position_ + rotation_.to_world(support_in_body(rotation_.to_body(n)));
  }

  // The maximum of n.x, for a unit n; for a half-space only along its normal.
  R support_value(const Vec<R>& n) const {
    if (type() == Type::half_space) return plane_offset_;
    return dot(n, support_point(n));
  }

  // How far the point lies outside (positive) or below the surface (negative), as a length that is
  // exact to first order near the surface.
  R outside(const Vec<R>& world) const {
    switch (type()) {
      case Type::half_space:
        return dot(plane_normal_, world) - plane_offset_;
      case Type::polyhedron:
        throw std::logic_error("polyhedra are measured by their facets");
      case Type::segment:
        return length(world - nearest_on_segment(points_[0], points_[1], world));
      default:
        return outside_round(rotation_.to_body(world - position_));
    }
  }

  static Vec<R> nearest_on_segment(const Vec<R>& from, const Vec<R>& to, const Vec<R>& x) {
    const Vec<R> along = to - from;
    R t = dot(x - from, along) / dot(along, along);
    t = std::min<R>(std::max<R>(t, R(0)), R(1));
    return from + t * along;
  }

 private:
  // The ends of the two-component norm |(p, q)|_n and its derivatives, for p, q >= 0.
  struct Norm2 {
    R value, dp, dq;
  };
  static Norm2 norm2(const R& p, const R& q, const R& n) {
    using std::pow;
    using std::sqrt;
    const R large = std::max(p, q), small = std::min(p, q);
    if (!(large > 0)) return {R(0), R(0), R(0)};
    const R ratio = small / large;
    R value, d_large, d_small;
    if (n == R(2)) {
      const R root = sqrt(R(1) + ratio * ratio);
      value = large * root;
      d_large = R(1) / root;
      d_small = ratio / root;
    } else if (n == R(1)) {
      value = large + small;
      d_large = d_small = R(1);
    } else {
      const R sum = R(1) + pow(ratio, n);
      const R root = pow(sum, R(1) / n);
      value = large * root;
      d_large = root / sum;
      d_small = ratio > 0 ? d_large * pow(ratio, n - R(1)) : R(0);
    }
    return p >= q ? Norm2{value, d_large, d_small} : Norm2{value, d_small, d_large};
  }

  // Maximises p x + q y over x^n + y^n <= 1 by Lagrange: x ~ p^(1/(n-1)). The largest component is
  // divided out first. n = 1: the larger component takes all, halves on a tie.
  static Norm2 maximise2(const R& p, const R& q, const R& n) {
    using std::pow;
    using std::sqrt;
    const R large = std::max(p, q), small = std::min(p, q);
    if (!(large > 0)) return {R(0), R(0), R(0)};
    const R ratio = small / large;
    R x, y;
    if (n == R(1)) {
      y = ratio < R(1) ? R(0) : R(1) / R(2);
      x = R(1) - y;
    } else if (n == R(2)) {
      x = R(1) / sqrt(R(1) + ratio * ratio);
      y = ratio * x;
    } else {
      const R t = ratio > 0 ? pow(ratio, R(1) / (n - R(1))) : R(0);
      x = pow(R(1) + t * ratio, R(-1) / n);  // t^n = t ratio
      y = x * t;
    }
    const R value = large * x + small * y;
    return p >= q ? Norm2{value, x, y} : Norm2{value, y, x};
  }

  static R sign(const R& v) { return v < 0 ? R(-1) : R(1); }
  static R magnitude(const R& v) { return v < 0 ? R(-v) : v; }

  Vec<R> support_in_body(const Vec<R>& n) const {
    const Vec<R> scaled{axes_.x * n.x, axes_.y * n.y, axes_.z * n.z};
    if (type() != Type::superquadric) {
      const R h = length(scaled);
      return {axes_.x * scaled.x / h, axes_.y * scaled.y / h, axes_.z * scaled.z / h};
    }
    const Norm2 ring = maximise2(magnitude(scaled.x), magnitude(scaled.y), R(spec_->n2));
    const Norm2 whole = maximise2(ring.value, magnitude(scaled.z), R(spec_->n1));
    return {sign(n.x) * axes_.x * whole.dp * ring.dp, sign(n.y) * axes_.y * whole.dp * ring.dq,
            sign(n.z) * axes_.z * whole.dq};
  }

  // The body is the unit ball of a norm g. To first order the distance is (g - 1) / |grad g|; along
  // the ray through the centre it is |x| (1 - 1/g), an upper bound of the distance. The smaller is
  // taken: near the tip of a needle or an edge one of them misleads.
  R outside_round(const Vec<R>& x) const {
    const Vec<R> u{magnitude(x.x) / axes_.x, magnitude(x.y) / axes_.y, magnitude(x.z) / axes_.z};
    const bool round = type() != Type::superquadric;
    const R n1 = round ? R(2) : R(spec_->n1), n2 = round ? R(2) : R(spec_->n2);
    const Norm2 ring = norm2(u.x, u.y, n2);
    const Norm2 whole = norm2(ring.value, u.z, n1);
    const Vec<R> gradient{whole.dp * ring.dp / axes_.x, whole.dp * ring.dq / axes_.y,
                          whole.dq / axes_.z};
    const R g = whole.value;
    if (!(g > 0)) return -std::min({axes_.x, axes_.y, axes_.z});
    const R steep = (g - R(1)) / length(gradient);
    const R ray = length(x) * (R(1) - R(1) / g);
    return magnitude(steep) < magnitude(ray) ? steep : ray;
  }

  const Spec* spec_;
  Vec<R> axes_;
  Rotation<R> rotation_;
  Vec<R> position_;
  std::vector<Vec<R>> points_;
  Vec<R> plane_normal_;
  R plane_offset_{};
};

}  // namespace oracle
