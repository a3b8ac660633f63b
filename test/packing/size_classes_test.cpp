#include <gtest/gtest.h>

#include <cmath>

#include "sim/bodies_for_tests.h"
#include "talus/packing.h"
#include "talus/shape.h"

namespace {

using namespace talus;

TEST(SizeClasses, UniformOnesAreTheMiddlesOfEqualParts) {
  const auto sizes = uniform_sizes(1.0, 3.0, 4);
  ASSERT_EQ(sizes.size(), 4u);
  EXPECT_DOUBLE_EQ(sizes[0].diameter, 1.25);
  EXPECT_DOUBLE_EQ(sizes[3].diameter, 2.75);
}

// The share of diameters below d is (1 + erf(log(d / median) / (sigma sqrt 2))) / 2.
TEST(SizeClasses, LognormalOnesAreQuantiles) {
  for (const double sigma : {0.05, 0.4, 1.5}) {
    const auto sizes = lognormal_sizes(2.0, sigma, 101);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const double z = std::log(sizes[i].diameter / 2.0) / (sigma * std::sqrt(2.0));
      EXPECT_NEAR(0.5 * std::erfc(-z), (static_cast<double>(i) + 0.5) / 101.0, 1e-14);
    }
    EXPECT_NEAR(sizes[50].diameter, 2.0, 1e-14);
  }
}

TEST(SizeClasses, ScaleAnyShapeToItsDiameter) {
  for (const Shape& shape : test::one_of_each()) {
    const SizeClass sizes[] = {{0.5, 3.0}, {1.5, 1.0}};
    const auto parts = with_sizes({shape, 2.0}, sizes);
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_NEAR(equivalent_diameter(parts[0].shape), 0.5, 1e-14);
    EXPECT_NEAR(equivalent_diameter(parts[1].shape), 1.5, 1e-14);
    EXPECT_DOUBLE_EQ(parts[0].share, 1.5);
    EXPECT_DOUBLE_EQ(parts[1].share, 0.5);
  }
}

TEST(SizeClasses, RefuseWhatMakesNoSense) {
  EXPECT_THROW(uniform_sizes(3.0, 1.0, 4), PackingError);
  EXPECT_THROW(uniform_sizes(0.0, 1.0, 4), PackingError);
  EXPECT_THROW(uniform_sizes(1.0, 2.0, 0), PackingError);
  EXPECT_THROW(lognormal_sizes(1.0, 0.0, 4), PackingError);
  EXPECT_THROW(lognormal_sizes(1.0, 1.0, 5000), PackingError);
}

}  // namespace
