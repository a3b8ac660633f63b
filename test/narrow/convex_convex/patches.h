// Bodies and queries for the tests of contact patches with curved bodies.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "narrow/laws/posed_pair.h"
#include "talus/narrow/manifold.h"

namespace patches {

using laws::PairSpec;
using laws::PosedPair;
using laws::Random;
using laws::Spec;
using laws::Type;
using talus::Manifold;
using Vec = talus::Vec3<double>;

inline constexpr double pi = 3.14159265358979324;

inline std::array<double, 4> turn_about(const Vec& axis, double angle) {
  const Vec half = (std::sin(angle / 2) / norm(axis)) * axis;
  return {std::cos(angle / 2), half.x, half.y, half.z};
}

inline Spec superquadric(const laws::Triple& axes, double n1, double n2,
                         const laws::Triple& position = {0, 0, 0},
                         const std::array<double, 4>& orientation = {1, 0, 0, 0}) {
  Spec s;
  s.type = Type::superquadric;
  s.semi_axes = axes;
  s.n1 = n1;
  s.n2 = n2;
  s.position = position;
  s.orientation = orientation;
  return s;
}

inline Spec ellipsoid(const laws::Triple& axes, const laws::Triple& position = {0, 0, 0},
                      const std::array<double, 4>& orientation = {1, 0, 0, 0}) {
  Spec s = superquadric(axes, 2, 2, position, orientation);
  s.type = Type::ellipsoid;
  return s;
}

inline Spec box(const laws::Triple& half, const laws::Triple& position = {0, 0, 0},
                const std::array<double, 4>& orientation = {1, 0, 0, 0}) {
  Spec s = superquadric(half, 2, 2, position, orientation);
  s.type = Type::polyhedron;
  for (int i = 0; i < 8; ++i) {
    s.points.push_back(
        {i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]});
  }
  return s;
}

// z <= 0 is solid.
inline Spec ground() {
  Spec s;
  s.type = Type::half_space;
  return s;
}

struct Answer {
  talus::Contact<double> contact;
  Manifold manifold;
};

inline Answer evaluate(const PosedPair& s, const talus::ManifoldSettings<double>& settings = {}) {
  const talus::Contact<double> c = s.evaluate(nullptr);
  const auto m = talus::manifold(s.a, s.pose_a, s.b, s.pose_b, c, settings);
  EXPECT_TRUE(m.has_value());
  return {c, m.value_or(Manifold{})};
}

inline Answer evaluate(const Spec& a, const Spec& b) { return evaluate(PosedPair({a, b})); }

}  // namespace patches
