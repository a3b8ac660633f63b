// A body as plain numbers, from which both the library's shape and the oracle's body are built; the
// content of a case file.
#pragma once

#include <array>
#include <vector>

namespace oracle {

enum class Type { sphere, ellipsoid, superquadric, polyhedron, half_space, segment };
inline constexpr int type_count = 6;

using Triple = std::array<double, 3>;

struct Spec {
  Type type{};
  Triple semi_axes{1, 1, 1};   // a sphere has its radius three times
  double n1 = 2, n2 = 2;       // superquadric
  std::vector<Triple> points;  // polyhedron: vertices; segment: two ends
  Triple normal{0, 0, 1};      // half-space
  double offset = 0;
  Triple position{0, 0, 0};
  std::array<double, 4> orientation{1, 0, 0, 0};  // scalar first
};

struct PairSpec {
  Spec a, b;
};

}  // namespace oracle
