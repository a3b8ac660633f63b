// Judges a claimed contact independently: bounds the true signed distance from both sides and
// measures every field of the claim against the bodies.
//
// Half-spaces, spheres, segments and polyhedra have exact answers (closed form, or polyhedral.h
// with a sphere as a point of some radius). For the others a separated claim is proven or refuted
// by its own certificate, sigma(normal) <= distance <= |point_b - point_a| for points that really
// belong to the bodies, and an overlapping one by the expansion (expansion.h), whose bracket is
// global.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "oracle/body.h"
#include "oracle/expansion.h"
#include "oracle/polyhedral.h"

namespace oracle {

struct Claim {
  double distance{};
  Triple normal{}, point_a{}, point_b{};
};

struct Judgement {
  // Worst possible |claimed - true| given the oracle's bracket of the truth.
  double distance_error{};
  double lower{}, upper{};  // of the true distance
  bool closed{};            // the bracket is as narrow as requested
  double support_error{};   // |sigma(normal) - distance|
  double surface_error{};   // the farther of point_a and point_b from its surface
  double link_error{};      // |point_b - point_a - distance normal|
  double unit_error{};      // ||normal| - 1|
  double scale{};           // max(larger bounding radius, |distance|)
};

template <class R>
class Judge {
 public:
  // max_supports caps the work of the expansion (about 1 microsecond each for long double).
  explicit Judge(const PairSpec& pair, int max_supports = 3000)
      : pair_(pair),
        a_(pair_.a, pair_.a.position),
        b_(pair_.b, pair_.a.position),
        max_supports_(max_supports) {
    if (a_.type() == Type::polyhedron) facets_a_ = make_polytope(a_.points());
    if (b_.type() == Type::polyhedron) facets_b_ = make_polytope(b_.points());
  }
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  Judgement judge(const Claim& claim, double relative_tolerance = 1e-12) const {
    const Vec<R> given(claim.normal);
    const Vec<R> origin(pair_.a.position);
    const Vec<R> point_a = Vec<R>(claim.point_a) - origin, point_b = Vec<R>(claim.point_b) - origin;
    const R distance = claim.distance;
    Judgement result;
    const R scale =
        std::max<R>(std::max(a_.bounding_radius(), b_.bounding_radius()), magnitude(distance));
    result.scale = static_cast<double>(scale);
    result.unit_error = static_cast<double>(magnitude(length(given) - R(1)));
    const Vec<R> normal = unit(given);
    result.link_error = static_cast<double>(length(point_b - point_a - distance * given));
    const R out_a = outside(a_, facets_a_, point_a), out_b = outside(b_, facets_b_, point_b);
    result.surface_error = static_cast<double>(std::max<R>(magnitude(out_a), magnitude(out_b)));
    const R along = sigma(normal);
    result.support_error = static_cast<double>(magnitude(along - distance) + tilt(normal) * scale);

    R low, high;
    if (const std::optional<R> exact = exact_distance()) {
      low = high = *exact;
      result.closed = true;
    } else if (along > 0) {
      // The claimed points, or the support points along the normal: where the bodies are round
      // these are as good, and free of the rounding of world coordinates.
      low = along;
      const R claimed =
          length(point_b - point_a) + std::max<R>(out_a, R(0)) + std::max<R>(out_b, R(0));
      high = std::min<R>(claimed, length(b_.support_point(-normal) - a_.support_point(normal)));
      result.closed = high - low <= R(relative_tolerance) * scale;
    } else {
      const R size = reach();
      const DepthBracket<R> depth =
          bracket_depth<R>([&](const Vec<R>& n) { return a_.support_point(n); },
                           [&](const Vec<R>& n) { return b_.support_point(n); }, size, R(-along),
                           R(relative_tolerance) * scale, max_supports_);
      // A direction of negative depth proves separation: the claim of overlap is wrong by that
      // much.
      low = -depth.upper;
      high = depth.closed ? R(-depth.lower) : std::max<R>(low, R(-depth.lower));
      result.closed = depth.closed;
    }
    result.lower = static_cast<double>(low);
    result.upper = static_cast<double>(high);
    // An open bracket of a depth proves the claim wrong only by its lower end; a separated claim
    // has to bring points that close it.
    const R worst = result.closed || along > 0
                        ? std::max<R>(magnitude(distance - low), magnitude(distance - high))
                        : std::max<R>(low - distance, magnitude(distance - along));
    result.distance_error = static_cast<double>(worst);
    return result;
  }

  // max over A of n.x and min over B of n.x, from the bodies' own support functions.
  R sigma(const Vec<R>& n) const {
    if (a_.type() == Type::half_space)
      return -b_.support_value(-a_.plane_normal()) - a_.plane_offset();
    if (b_.type() == Type::half_space)
      return -b_.plane_offset() - a_.support_value(-b_.plane_normal());
    return -b_.support_value(-n) - a_.support_value(n);
  }

  // Present for the pairs that have one.
  std::optional<R> exact_distance() const {
    if (a_.type() == Type::half_space || b_.type() == Type::half_space) return sigma({0, 0, 1});
    if (!polyhedral(a_.type()) || !polyhedral(b_.type())) return std::nullopt;
    if (a_.type() == Type::sphere && b_.type() == Type::sphere) {
      return length(b_.position() - a_.position()) - sphere_radius(a_) - sphere_radius(b_);
    }
    return signed_distance(core(a_, facets_a_), core(b_, facets_b_)).distance - sphere_radius(a_) -
           sphere_radius(b_);
  }

  const Body<R>& a() const { return a_; }
  const Body<R>& b() const { return b_; }

 private:
  // How far the normal is from the only possible one, where a half-space dictates it.
  R tilt(const Vec<R>& normal) const {
    if (a_.type() == Type::half_space) return length(normal - a_.plane_normal());
    if (b_.type() == Type::half_space) return length(normal + b_.plane_normal());
    return R(0);
  }

  static R magnitude(const R& v) { return v < 0 ? R(-v) : v; }

  static bool polyhedral(Type type) {
    return type == Type::sphere || type == Type::polyhedron || type == Type::segment;
  }

  static R sphere_radius(const Body<R>& body) {
    return body.type() == Type::sphere ? R(body.spec().semi_axes[0]) : R(0);
  }

  static Polytope<R> core(const Body<R>& body, const Polytope<R>& facets) {
    if (body.type() == Type::polyhedron) return facets;
    if (body.type() == Type::segment) return make_polytope(body.points());
    Polytope<R> point;
    point.points.push_back(body.position());
    return point;
  }

  static R outside(const Body<R>& body, const Polytope<R>& facets, const Vec<R>& x) {
    return body.type() == Type::polyhedron ? facets.outside(x) : body.outside(x);
  }

  R reach() const { return a_.radius() + b_.radius() + length(a_.middle() - b_.middle()); }

  PairSpec pair_;
  Body<R> a_, b_;
  Polytope<R> facets_a_, facets_b_;
  int max_supports_;
};

}  // namespace oracle
