// Every refused value, with the message that names it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <limits>

#include "shape/numbers.h"
#include "talus/error.h"
#include "talus/shape/shape.h"

namespace talus {
namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

std::string message_of(const std::function<void()>& make) {
  try {
    make();
  } catch (const ShapeError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Make, Sphere) {
  EXPECT_EQ(make_sphere(2.5).radius, 2.5);
  EXPECT_EQ(message_of([] { make_sphere(-1); }), "sphere: radius must be finite and > 0, got -1");
  EXPECT_EQ(message_of([] { make_sphere(0); }), "sphere: radius must be finite and > 0, got 0");
  EXPECT_EQ(message_of([] { make_sphere(nan_value); }),
            "sphere: radius must be finite and > 0, got nan");
  EXPECT_EQ(message_of([] { make_sphere(infinite); }),
            "sphere: radius must be finite and > 0, got inf");
  EXPECT_EQ(message_of([] { make_sphere(-0.1); }),
            "sphere: radius must be finite and > 0, got -0.1");
}

TEST(Make, Ellipsoid) {
  EXPECT_EQ(make_ellipsoid({1, 2, 3}).semi_axes, (Vec3<double>{1, 2, 3}));
  EXPECT_EQ(message_of([] {
              make_ellipsoid({1, 0, 3});
            }),
            "ellipsoid: semi_axes must be finite and > 0, got [1, 0, 3]");
  EXPECT_EQ(message_of([] {
              make_ellipsoid({1, 2, infinite});
            }),
            "ellipsoid: semi_axes must be finite and > 0, got [1, 2, inf]");
  EXPECT_EQ(message_of([] {
              make_ellipsoid({nan_value, 2, 1});
            }),
            "ellipsoid: semi_axes must be finite and > 0, got [nan, 2, 1]");
}

TEST(Make, Superquadric) {
  const auto s = make_superquadric({1, 2, 3}, 1, 20);
  EXPECT_EQ(s.n1, 1);
  EXPECT_EQ(s.n2, 20);
  EXPECT_EQ(message_of([] {
              make_superquadric({1, -2, 3}, 2, 2);
            }),
            "superquadric: semi_axes must be finite and > 0, got [1, -2, 3]");
  EXPECT_EQ(message_of([] {
              make_superquadric({1, 2, 3}, 0.5, 2);
            }),
            "superquadric: exponents[0] must be finite and >= 1, got 0.5");
  EXPECT_EQ(message_of([] {
              make_superquadric({1, 2, 3}, 2, 0.999);
            }),
            "superquadric: exponents[1] must be finite and >= 1, got 0.999");
  EXPECT_EQ(message_of([] {
              make_superquadric({1, 2, 3}, infinite, 2);
            }),
            "superquadric: exponents[0] must be finite and >= 1, got inf");
  EXPECT_EQ(message_of([] {
              make_superquadric({1, 2, 3}, 2, nan_value);
            }),
            "superquadric: exponents[1] must be finite and >= 1, got nan");
}

TEST(Make, HalfSpaceIsNormalisedAsASet) {
  const auto h = make_half_space({0, 0, 4}, 2);
  EXPECT_EQ(h.normal, (Vec3<double>{0, 0, 1}));
  EXPECT_EQ(h.offset, 0.5);
  for (const double length : {1e-308, 1e-200, 1e200, 1e308}) {
    const auto extreme = make_half_space({length, -length, 0}, length);
    EXPECT_NEAR(norm(extreme.normal), 1, 4e-16) << length;
    EXPECT_NEAR(extreme.offset, std::sqrt(0.5), 4e-16) << length;
  }
  EXPECT_EQ(message_of([] {
              make_half_space({0, 0, 0}, 1);
            }),
            "half_space: normal must not be zero, got [0, 0, 0]");
  EXPECT_EQ(message_of([] {
              make_half_space({0, nan_value, 0}, 1);
            }),
            "half_space: normal must be finite, got [0, nan, 0]");
  EXPECT_EQ(message_of([] {
              make_half_space({0, 1, 0}, -infinite);
            }),
            "half_space: offset must be finite, got -inf");
  EXPECT_EQ(message_of([] {
              make_half_space({0, 1e-300, 0}, 1e300);
            }),
            "half_space: offset / |normal| must be finite, got offset 1e+300 and normal "
            "[0, 1e-300, 0]");
}

TEST(Make, Segment) {
  EXPECT_EQ(make_segment({0, 0, 0}, {0, 0, 1e-300}).to.z, 1e-300);
  EXPECT_EQ(message_of([] {
              make_segment({1, 2, 0.5}, {1, 2, 0.5});
            }),
            "segment: from and to must differ, got [1, 2, 0.5] twice");
  EXPECT_EQ(message_of([] {
              make_segment({infinite, 2, 3}, {1, 2, 3});
            }),
            "segment: from must be finite, got [inf, 2, 3]");
  EXPECT_EQ(message_of([] {
              make_segment({1, 2, 3}, {1, 2, nan_value});
            }),
            "segment: to must be finite, got [1, 2, nan]");
}

std::string polyhedron_message(const std::vector<Vec3<double>>& points) {
  return message_of([&] { make_polyhedron(points); });
}

TEST(Make, PolyhedronRefusals) {
  EXPECT_EQ(polyhedron_message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}),
            "polyhedron: at least 4 vertices are needed, got 3");
  EXPECT_EQ(polyhedron_message({}), "polyhedron: at least 4 vertices are needed, got 0");
  EXPECT_EQ(polyhedron_message({{0, 0, 0}, {1, 0, 0}, {0, infinite, 0}, {0, 0, 1}}),
            "polyhedron: vertices must be finite, got [0, inf, 0] at index 2");
  EXPECT_EQ(polyhedron_message(std::vector<Vec3<double>>(5, {1, 2, 3})),
            "polyhedron: the 5 vertices all coincide at [1, 2, 3]");
  EXPECT_EQ(polyhedron_message({{0, 0, 0}, {0.1, 0.2, 0.3}, {0.2, 0.4, 0.6}, {0.4, 0.8, 1.2}}),
            "polyhedron: the 4 vertices all lie on one line (size 1.2)");
  EXPECT_EQ(polyhedron_message({{0, 0, 2}, {1, 0, 2}, {0, 1, 2}, {1, 1, 2}, {0.3, 0.3, 2}}),
            "polyhedron: the 5 vertices all lie in one plane (size 1, thickness 0)");
}

TEST(Make, ThicknessLimit) {
  EXPECT_EQ(
      polyhedron_message(test::box_corners({1, 1, 0.9e-12})),
      "polyhedron: the thickness must be at least 1e-12 of the size, got thickness 1.8e-12 at "
      "size 2");
  EXPECT_EQ(make_polyhedron(test::box_corners({1, 1, 1.1e-12})).view().face_count, 6);
  EXPECT_EQ(make_polyhedron(test::box_corners({1, 1.1e-12, 1.1e-12})).view().face_count, 6);
  // Flat up to rounding, in any position and at any scale.
  test::Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const Mat3<double> rotation = random.rotation();
    const double size = random.scale(1e-6, 1e6);
    std::vector<Vec3<double>> points;
    for (int i = 0; i < 30; ++i) {
      points.push_back(rotation *
                       Vec3<double>{random.uniform(-size, size), random.uniform(-size, size), 0.0});
    }
    EXPECT_THAT(polyhedron_message(points), testing::HasSubstr("thickness"));
  }
}

TEST(Make, Pose) {
  const Pose<double> pose = make_pose({1, 2, 3}, {1 + 9e-7, 0, 0, 0});
  EXPECT_EQ(pose.orientation.w, 1);
  const Pose<double> exact = make_pose({}, {0.6, 0, 0.8, 0});
  EXPECT_NEAR(exact.orientation.w, 0.6, 1e-16);
  EXPECT_EQ(
      message_of([] {
        make_pose({}, {1.000002, 0, 0, 0});
      }),
      "pose: orientation must be a unit quaternion to 1e-6, got [1.000002, 0, 0, 0] of length "
      "1.000002");
  EXPECT_EQ(message_of([] {
              make_pose({}, {0, 0, 0, 0});
            }),
            "pose: orientation must be a unit quaternion to 1e-6, got [0, 0, 0, 0] of length 0");
  EXPECT_THAT(message_of([] {
                make_pose({}, {nan_value, 0, 0, 0});
              }),
              testing::HasSubstr("[nan, 0, 0, 0]"));
  EXPECT_EQ(message_of([] {
              make_pose({0, infinite, 0}, {1, 0, 0, 0});
            }),
            "pose: position must be finite, got [0, inf, 0]");
}

TEST(Make, ErrorCarriesSubjectFieldAndReason) {
  const auto parts_of = [](const std::function<void()>& make) {
    try {
      make();
    } catch (const ShapeError& error) {
      return std::array<std::string, 3>{error.subject, error.field, error.reason};
    }
    return std::array<std::string, 3>{};
  };
  EXPECT_THAT(
      parts_of([] {
        make_superquadric({1, 1, 1}, 2, 0.5);
      }),
      testing::ElementsAre("superquadric", "exponents[1]", "must be finite and >= 1, got 0.5"));
  EXPECT_THAT(parts_of([] {
                make_pose({}, {0, 0, 0, 2});
              }),
              testing::ElementsAre("pose", "orientation", testing::StartsWith("must be a unit")));
  EXPECT_THAT(parts_of([] { make_polyhedron({}); }),
              testing::ElementsAre("polyhedron", "", "at least 4 vertices are needed, got 0"));
}

TEST(Make, NamesOfKinds) {
  EXPECT_EQ(name_of(Kind::sphere), "sphere");
  EXPECT_EQ(name_of(Kind::ellipsoid), "ellipsoid");
  EXPECT_EQ(name_of(Kind::superquadric), "superquadric");
  EXPECT_EQ(name_of(Kind::polyhedron), "polyhedron");
  EXPECT_EQ(name_of(Kind::half_space), "half_space");
  EXPECT_EQ(name_of(Kind::segment), "segment");
  EXPECT_EQ(kind_of(Shape(make_segment({}, {1, 0, 0}))), Kind::segment);
  EXPECT_EQ(kind_of(Shape(make_polyhedron(test::box_corners({1, 1, 1})))), Kind::polyhedron);
}

}  // namespace
}  // namespace talus
