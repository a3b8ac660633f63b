// Contacts with true cylinders and cones against closed forms, dense samples of surfaces, and the
// polyhedron of many facets.
#include <gtest/gtest.h>

#include "narrow/body_round_wall/round_walls.h"
#include "talus/narrow/body_round_wall/turn.h"
#include "talus/narrow/contact.h"

namespace talus::test {
namespace {

TEST(RoundWall, TurnsGrowAndAreInverted) {
  double before = -1e9;
  for (int i = -3000; i <= 3000; ++i) {
    const double x = 2.0 * i / 3001;
    const Turn t = body_round_wall::turn(x);
    EXPECT_NEAR(t.cosine * t.cosine + t.sine * t.sine, 1.0, 1e-15);
    EXPECT_NEAR(body_round_wall::turn_of(t.cosine, t.sine), x, 1e-14);
    const double angle = std::atan2(t.sine, t.cosine);
    EXPECT_GT(angle, before);
    before = angle;
  }
}

// The point of the surface nearest to the centre of a sphere.
TEST(RoundWall, SpheresTouchTheNearestPoint) {
  std::mt19937 engine(3);
  const double radius = 0.5;
  const Grain grain(make_sphere(radius));
  for (const auto& [name, wall] : round_walls()) {
    int hits = 0;
    for (int i = 0; i < 400; ++i) {
      Pose<double> pose;
      if (!find_shallow(wall, grain, 0.05, engine, pose)) continue;
      const std::vector<WallContact> found = touch(wall, grain, pose);
      EXPECT_NEAR(deepest_of(found), radius - distance_to(wall, wall.to_own(pose.position)), 1e-12)
          << name;
      for (const WallContact& c : found) {
        // Force through the centre, from a point of the surface.
        EXPECT_NEAR(norm(cross(pose.position - c.point, c.normal)), 0.0, 1e-11) << name;
        const Vec3<double> on = wall.to_own(c.point + 0.5 * c.depth * c.normal);
        EXPECT_NEAR(distance_to(wall, on), 0.0, 1e-11) << name;
      }
      ++hits;
    }
    EXPECT_GT(hits, 100) << name;
  }
}

// From inside the depth of a body is its largest height beyond the wall, over the whole surface.
TEST(RoundWall, DepthsInsideAreThoseOfTheSurface) {
  std::mt19937 engine(4);
  for (const Shape& shape :
       {Shape(make_ellipsoid({0.6, 0.4, 0.3})), Shape(make_superquadric({0.5, 0.4, 0.3}, 4.0, 3.0)),
        Shape(make_superquadric({0.6, 0.3, 0.3}, 8.0, 8.0))}) {
    const Grain grain(shape);
    for (const double upper : {1.2, 1.6}) {
      const RoundWall wall = tilted(1.2, upper, 4.0, false, false);
      int hits = 0;
      for (int i = 0; i < 250; ++i) {
        Pose<double> pose;
        if (!find_shallow(wall, grain, 0.05, engine, pose)) continue;
        const Vec3<double> c = wall.to_own(pose.position);
        if (wall.height_inside(std::hypot(c.x, c.y), c.z) < 0.0 || c.z < 1.0 || c.z > 3.0) continue;
        double largest = 0.0;
        std::visit(
            [&](const auto& body) {
              if constexpr (requires { support_hessian(body, Vec3<double>{}); }) {
                const Mat3<double> rotation = rotation_of(pose.orientation);
                std::normal_distribution<> n;
                Vec3<double> best{1, 0, 0};
                double spread = 1.0;
                for (int k = 0; k < 4000; ++k) {
                  if (k == 1000 || k == 2000 || k == 3000) spread *= 0.1;
                  const Vec3<double> u =
                      normalized((k < 1000 ? Vec3<double>{} : best) +
                                 spread * Vec3<double>{n(engine), n(engine), n(engine)});
                  const Vec3<double> x =
                      wall.to_own(rotation * support_point(body, u) + pose.position);
                  const double height = -wall.height_inside(std::hypot(x.x, x.y), x.z);
                  if (height > largest) largest = height, best = u;
                }
              }
            },
            shape);
        const double deepest = deepest_of(touch(wall, grain, pose));
        EXPECT_GE(deepest, largest - 1e-12);
        EXPECT_LE(deepest, largest + 5e-4);  // of the random points
        ++hits;
      }
      EXPECT_GT(hits, 20);
    }
  }
}

// From outside the depth is the least overlap with the solid: the polyhedron of many facets.
TEST(RoundWall, DepthsOutsideAreThoseOfTheSolid) {
  std::mt19937 engine(5);
  constexpr int facets = 720;
  for (const double upper : {0.5, 0.3}) {
    const RoundWall wall({0, 0, 0}, {0, 0, 1}, 0.5, upper, 1.5, true, true);
    std::vector<Vec3<double>> corner;
    for (int k = 0; k < facets; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / facets;
      corner.push_back(wall.from_own({0.5 * std::cos(angle), 0.5 * std::sin(angle), 0.0}));
      corner.push_back(wall.from_own({upper * std::cos(angle), upper * std::sin(angle), 1.5}));
    }
    const Shape solid = make_polyhedron(corner);
    for (const Shape& shape :
         {Shape(make_sphere(0.4)), Shape(make_ellipsoid({0.6, 0.4, 0.3})),
          Shape(make_superquadric({0.5, 0.4, 0.3}, 4.0, 3.0)), Shape(block({0.4, 0.35, 0.3}))}) {
      const Grain grain(shape);
      int hits = 0;
      for (int i = 0; i < 120; ++i) {
        Pose<double> pose;
        if (!find_shallow(wall, grain, 0.03, engine, pose)) continue;
        const Vec3<double> c = wall.to_own(pose.position);
        if (wall.height_inside(std::hypot(c.x, c.y), c.z) > 0.0 && c.z > 0.0 && c.z < 1.5) continue;
        const Contact<double> exact = contact(shape, pose, solid, {});
        const std::vector<WallContact> found = touch(wall, grain, pose);
        ASSERT_EQ(found.size(), 1u);
        // The facets are 5e-6 inside; vertices at equal depth are up to 8^(1/16) as deep together.
        EXPECT_GT(found[0].rounded, -exact.distance - 1e-6);
        EXPECT_LT(found[0].rounded, -1.14 * exact.distance + 2e-5);
        if (kind_of(shape) != Kind::polyhedron) {
          EXPECT_NEAR(found[0].rounded, -exact.distance, 2e-5);
          EXPECT_GT(-dot(found[0].normal, exact.normal), 1.0 - 1e-4);
        }
        ++hits;
      }
      EXPECT_GT(hits, 30);
    }
  }
}

TEST(RoundWall, SegmentsCrossTheSurface) {
  std::mt19937 engine(6);
  std::uniform_real_distribution<> place(-2.5, 2.5);
  for (const auto& [name, wall] : round_walls()) {
    int crossings = 0;
    for (int i = 0; i < 400; ++i) {
      const Vec3<double> p{place(engine), place(engine), place(engine) + 1.0};
      const Vec3<double> q = p + 0.4 * Vec3<double>{place(engine), place(engine), place(engine)};
      // By the sign of the height above each part along the segment.
      bool crosses = false, unsure = false;
      constexpr int parts = 1000;
      Vec3<double> before = p;
      for (int k = 1; k <= parts; ++k) {
        const Vec3<double> x = p + (static_cast<double>(k) / parts) * (q - p);
        const auto height = [&wall = wall](const Vec3<double>& v) {
          return wall.height_inside(std::hypot(v.x, v.y), v.z);
        };
        const double r = std::hypot(x.x, x.y);
        unsure = unsure || std::hypot(r - wall.radius(0), x.z) < 0.01 ||
                 std::hypot(r - wall.radius(1), x.z - wall.height()) < 0.01;
        if (x.z > 0.0 && x.z < wall.height()) {
          const double middle = height(0.5 * (x + before));  // a chord may touch between samples
          unsure = unsure || (std::abs(middle) < 1e-4 && height(x) * height(before) > 0.0);
          crosses = crosses || height(x) * height(before) < 0.0;
        }
        for (int end = 0; end < 2; ++end) {
          const double z = end == 0 ? 0.0 : wall.height();
          crosses = crosses || (wall.is_closed(end) && (x.z - z) * (before.z - z) < 0.0 &&
                                r < wall.radius(end));
        }
        before = x;
      }
      if (unsure) continue;
      EXPECT_EQ(wall.is_crossed(wall.from_own(p), wall.from_own(q)), crosses) << name;
      crossings += crosses;
    }
    EXPECT_GT(crossings, 5) << name;
  }
}

// A body of revolution on the axis of a funnel touches it all around.
TEST(RoundWall, BodiesOnTheAxisOfAFunnelTouchOnBothSides) {
  const RoundWall funnel({0, 0, 0}, {0, 0, 1}, 0.2, 1.0, 1.0, false, false);
  for (const Shape& shape : {Shape(make_sphere(0.4)), Shape(make_ellipsoid({0.4, 0.4, 0.5}))}) {
    const Grain grain(shape);
    double low = 0.0, high = 1.0;  // heights that touch, that do not
    for (int i = 0; i < 50; ++i) {
      const double middle = 0.5 * (low + high);
      (touch(funnel, grain, {{0, 0, middle}, {}}).empty() ? high : low) = middle;
    }
    const std::vector<WallContact> found = touch(funnel, grain, {{0, 0, low - 0.01}, {}});
    ASSERT_EQ(found.size(), 2u);
    EXPECT_NEAR(
        norm(found[0].normal + found[1].normal - 2.0 * found[0].normal.z * Vec3<double>{0, 0, 1}),
        0.0, 1e-9);
    EXPECT_NEAR(found[0].energy_share, found[1].energy_share, 1e-9);
  }
}

}  // namespace
}  // namespace talus::test
