#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "talus/error.h"
#include "talus/shape.h"

namespace {

using namespace talus;

// P1 (4.1): a = A^(2/3) D/2, b = A^(-1/3) D/2, so a / b = A and a b^2 = (D/2)^3.
TEST(EquivalentDiameter, OfSpheroidsIsThatOfThePaper) {
  for (const double aspect : {1.0 / 6.0, 0.5, 1.0, 2.0, 6.0}) {
    for (const double diameter : {1e-3, 1.0, 40.0}) {
      const Shape shape = make_spheroid(aspect, diameter);
      const Vec3<double>& axes = std::get<Ellipsoid<double>>(shape).semi_axes;
      EXPECT_EQ(axes.y, axes.z);
      EXPECT_NEAR(axes.x / axes.y, aspect, 1e-15 * aspect);
      EXPECT_NEAR(axes.x * axes.y * axes.z / std::pow(diameter / 2.0, 3), 1.0, 2e-15);
      EXPECT_NEAR(equivalent_diameter(shape) / diameter, 1.0, 2e-15);
    }
  }
  EXPECT_DOUBLE_EQ(equivalent_diameter(make_sphere(0.75)), 1.5);
}

TEST(EquivalentDiameter, ScalesAllLengths) {
  const Shape shape = make_superquadric({1, 2, 3}, 4, 3);
  const Shape twice = scaled(shape, 2.0);
  EXPECT_EQ(std::get<Superquadric<double>>(twice).semi_axes, (Vec3<double>{2, 4, 6}));
  EXPECT_EQ(std::get<Superquadric<double>>(twice).n1, 4.0);
  const std::vector<Vec3<double>> corners{{1, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 0, 1}};
  const Shape tetrahedron = scaled_to_diameter(make_polyhedron(corners), 3.0);
  EXPECT_NEAR(equivalent_diameter(tetrahedron), 3.0, 1e-14);
  EXPECT_EQ(std::get<HalfSpace<double>>(scaled(make_half_space({0, 0, 1}, 2), 3.0)).offset, 6.0);
  EXPECT_EQ(std::get<Segment<double>>(scaled(make_segment({1, 0, 0}, {2, 0, 0}), 3.0)).to.x, 6.0);
}

TEST(EquivalentDiameter, RefusesWhatMakesNoSense) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(make_spheroid(0.0, 1.0), ShapeError);
  EXPECT_THROW(make_spheroid(1.0, nan), ShapeError);
  EXPECT_THROW(scaled(make_sphere(1.0), -1.0), ShapeError);
  EXPECT_THROW(scaled_to_diameter(make_segment({0, 0, 0}, {1, 0, 0}), 1.0), ShapeError);
  EXPECT_THROW(equivalent_diameter(make_half_space({0, 0, 1}, 0)), ShapeError);
}

}  // namespace
