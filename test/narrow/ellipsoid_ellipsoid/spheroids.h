// The pairs of P1: the mirrored pair of section 3.2, whose distance is known in closed form, and
// random spheroids whose distance the oracle certifies.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "narrow/laws/posed_pair.h"
#include "talus/math/pose.h"
#include "talus/shape/ellipsoid.h"

namespace spheroids {

using Contact = talus::Contact<double>;
using Ellipsoid = talus::Ellipsoid<double>;
using Settings = talus::Settings<double>;
using Vec = talus::Vec3<double>;
using laws::Random;
using talus::Status;

inline constexpr double aspect_ratios[] = {1.0 / 6, 1.0 / 3, 2.0 / 3, 1.5, 3, 6};

// Two ellipsoids as kernels see them.
struct Pair {
  Ellipsoid a, b;
  talus::RelativePose<double> b_in_a;
};

// (3.1): semi-axes (a, b, b) of the equivalent diameter.
inline Vec spheroid_axes(double aspect, double diameter = 1) {
  const double b = std::pow(aspect, -1.0 / 3) * diameter / 2;
  return {std::pow(aspect, 2.0 / 3) * diameter / 2, b, b};
}

// Section 3.2: E_1 centred on the x axis at x_c > 0, turned by 45 degrees about z, and its mirror
// image across the yz plane. The nearest points are support points along x: the half width is
// w = sqrt((a^2 + b^2)/2), and the support point of E_1 lies off the axis by (a^2 - b^2)/(2 w).
struct Mirrored {
  double aspect, diameter, distance;
  Vec axes;
  double x_c;
  talus::Pose<double> pose_1, pose_2;
  Pair pair;

  Mirrored(double aspect_ratio, double wanted_distance, double dilation = 1)
      : aspect(aspect_ratio),
        diameter(dilation),
        distance(wanted_distance),
        axes(spheroid_axes(aspect_ratio, dilation)) {
    const long double half_width =
        std::sqrt(0.5L * ((long double)axes.x * axes.x + (long double)axes.y * axes.y));
    x_c = static_cast<double>(0.5L * distance + half_width);
    // x_c is rounded; this is the distance of the pair as it stands.
    distance = static_cast<double>(2 * ((long double)x_c - half_width));
    const double c = std::cos(M_PI / 8), s = std::sin(M_PI / 8);
    pose_1 = {{x_c, 0, 0}, {c, 0, 0, s}};
    pose_2 = {{-x_c, 0, 0}, {c, 0, 0, -s}};
    pair = {{axes}, {axes}, talus::relative_pose(pose_1, pose_2)};
  }

  Vec to_world(const Vec& x_a) const {
    return talus::rotation_of(pose_1.orientation) * x_a + pose_1.position;
  }
  Vec to_a(const Vec& direction) const {
    return transpose_times(talus::rotation_of(pose_1.orientation), direction);
  }
  Vec exact_point_1() const {
    const double w = std::sqrt((axes.x * axes.x + axes.y * axes.y) / 2);
    return {0.5 * distance, -(axes.x * axes.x - axes.y * axes.y) / (2 * w), 0};
  }
  double distance_error(const Contact& c) const { return std::abs(c.distance - distance); }
  double point_error(const Contact& c) const { return norm(to_world(c.point_a) - exact_point_1()); }
};

// A random pair with the distance that the oracle's bracket, in 80 bits, leaves open by no more
// than 1e-12 of its size.
struct Certified {
  laws::PosedPair posed;
  Pair pair;
  double distance, scale;
};

inline Pair pair_of(const laws::PosedPair& posed) {
  return {*std::get_if<Ellipsoid>(&posed.a), *std::get_if<Ellipsoid>(&posed.b),
          talus::relative_pose(posed.pose_a, posed.pose_b)};
}

// The normal of any method opens the oracle's bracket; only if that closes it is the pair used.
inline std::optional<Certified> certify(const laws::PairSpec& spec) {
  const laws::PosedPair posed(spec);
  const auto guess = posed.evaluate(nullptr);
  const auto truth = oracle::Judge<long double>(spec).judge(laws::claim_of(guess));
  if (!truth.closed && truth.lower < 0 && truth.upper > 0) return std::nullopt;
  return Certified{posed, pair_of(posed), 0.5 * (truth.lower + truth.upper), truth.scale};
}

// Two equal spheroids of equivalent diameter 1, B moved along the normal of their contact until the
// gap is about the given one (an overlap: the depth).
inline laws::PairSpec random_spheroids(double aspect, double gap, Random& random) {
  laws::PairSpec pair;
  const Vec axes = spheroid_axes(aspect);
  for (laws::Spec* s : {&pair.a, &pair.b}) {
    s->type = laws::Type::ellipsoid;
    s->semi_axes = {axes.x, axes.y, axes.z};
    s->orientation = random.orientation();
  }
  laws::place_at_gap(pair, random.direction(), std::abs(gap));
  laws::PosedPair posed(pair);
  const Contact c = posed.evaluate(nullptr);
  posed.move_b((gap - c.distance) * c.normal);
  return posed.spec;
}

}  // namespace spheroids
