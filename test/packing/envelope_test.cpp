// A convex body lies inside another if its support function is nowhere larger.
#include "talus/packing/envelope.h"

#include <gtest/gtest.h>

#include "sim/bodies_for_tests.h"
#include "talus/error.h"
#include "talus/packing/random.h"
#include "talus/shape/mesh/support.h"

namespace {

using namespace talus;

double support_of(const Shape& shape, const Vec3<double>& n) {
  return std::visit(
      [&n](const auto& body) {
        if constexpr (requires { body.view(); }) {
          return support_value(body.view(), n);
        } else {
          return support_value(body, n);
        }
      },
      shape);
}

TEST(Envelope, LiesInsideAndAround) {
  std::vector<Shape> shapes = test::one_of_each();
  shapes.push_back(make_superquadric({1.0, 0.01, 0.5}, 1.0, 30.0));
  shapes.push_back(test::brick(5.0, 1.0, 0.2, {-1.0, -1.0, -1.0}));
  for (const Shape& shape : shapes) {
    const Envelope e = envelope_of(shape);
    EXPECT_GT(e.inner_radius, 0.0);
    double widest = 0.0;
    for (std::uint64_t k = 0; k < 20'000; ++k) {
      const Vec3<double> n = rotation_of(Random(1, k).rotation()) * Vec3<double>{0, 0, 1};
      const double own = support_of(shape, n) - dot(n, e.centre);
      const double inner = norm(multiply_componentwise(e.inner_axes, n));
      ASSERT_LE(inner, own * (1.0 + 1e-14));
      ASSERT_GE(e.stretch * inner, own * (1.0 - 1e-14));
      ASSERT_LE(e.inner_radius, own * (1.0 + 1e-14));
      ASSERT_GE(e.outer_radius, own * (1.0 - 1e-14));
      widest = std::max(widest, own);
    }
    EXPECT_LT(e.outer_radius, 1.05 * widest);  // not needlessly wide
  }
}

TEST(Envelope, RefusesWhatHasNoInsideOrOutside) {
  EXPECT_THROW(envelope_of(make_half_space({0, 0, 1}, 0)), ShapeError);
  EXPECT_THROW(envelope_of(make_segment({0, 0, 0}, {1, 0, 0})), ShapeError);
}

}  // namespace
