// The pair of P1 Table 2, for which the modified Newton-Coulomb method took more than 1e5 steps.
#pragma once

#include <cmath>
#include <random>

#include "ellipsoids/query.h"

namespace study {

// With D_eq = 2, which the paper does not state. rotation_of divides by the square of a
// quaternion's length.
struct Table2Pair {
  talus::Shape shape = talus::make_ellipsoid(spheroid_axes(1.0 / 6, 2));
  talus::Pose<double> a{{2.933, 8.555, 0.831}, {0.116, -0.561, -0.087, -0.815}};
  talus::Pose<double> b{{0.231, 9.120, 1.451}, {0.351, -0.701, -0.525, -0.332}};

  Query query() const { return {&shape, &shape, talus::relative_pose(a, b)}; }

  // A pair that rounds to the printed one.
  static Table2Pair blurred(std::mt19937_64& generator) {
    const auto blur = [&](double& x) {
      x += 1e-3 * (std::ldexp(double(generator() >> 11), -53) - 0.5);
    };
    Table2Pair pair;
    for (talus::Pose<double>* pose : {&pair.a, &pair.b}) {
      for (int k = 0; k < 3; ++k) blur(pose->position[k]);
      auto& q = pose->orientation;
      for (double* component : {&q.w, &q.x, &q.y, &q.z}) blur(*component);
    }
    return pair;
  }
};

}  // namespace study
