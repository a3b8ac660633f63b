// Convex bodies at the creases of a wall: ridges, rims, valleys and corners push as they look from
// the body, each once.
#include <gtest/gtest.h>

#include "narrow/body_mesh_wall/walls.h"
#include "talus/narrow/contact.h"

namespace talus::test {
namespace {

TEST(WallContacts, ARoomPushesOncePerFace) {
  const TriangleWall wall = inside_of_box();
  EXPECT_EQ(wall.faces().size(), 6u);
  EXPECT_EQ(wall.crease_count(), 12);
  EXPECT_EQ(wall.corner_count(), 8);
  for (const Grain& grain : {Grain(make_sphere(0.3)), Grain(block({0.3, 0.3, 0.3}))}) {
    for (int corner = 0; corner < 27; ++corner) {
      const double d[3] = {0.01, 0.02, 0.03};
      Vec3<double> at{};
      int faces = 0;
      for (int axis = 0, rest = corner; axis < 3; ++axis, rest /= 3) {
        const double side = rest % 3 - 1.0;
        at[axis] = side * (0.7 + d[axis]);
        faces += side != 0.0;
      }
      const std::vector<WallContact> found = touch(wall, grain, {at, {}});
      ASSERT_EQ(static_cast<int>(found.size()), faces);
      for (const WallContact& c : found) {
        for (int axis = 0; axis < 3; ++axis) {
          if (std::abs(c.normal[axis]) < 0.5) continue;
          EXPECT_NEAR(c.normal[axis], at[axis] > 0.0 ? -1.0 : 1.0, 1e-14);
          EXPECT_NEAR(c.depth, d[axis], 1e-14);
          // A block's whole side is behind the wall, up to the corner of the room: the force acts
          // in its middle.
          EXPECT_NEAR(std::abs(c.point[axis]), 1.0 + 0.5 * d[axis], 1e-14);
          const Vec3<double> off = c.point - at;
          EXPECT_LT(norm(off - dot(off, c.normal) * c.normal), 1e-12);
        }
      }
    }
  }
}

// From outside the same box has ridges and corners, which push bodies away.
TEST(WallContacts, ABoxFromOutsidePushesWithFacesEdgesAndCorners) {
  const TriangleWall wall = inside_of_box();
  const Grain ball(make_sphere(0.5));
  std::mt19937 engine(3);
  std::uniform_real_distribution<> place(-1.6, 1.6);
  int by_feature[4] = {};
  for (int i = 0; i < 20000; ++i) {
    const Vec3<double> at{place(engine), place(engine), place(engine)};
    Vec3<double> nearest = at;
    int outside = 0;
    for (int axis = 0; axis < 3; ++axis) {
      outside += std::abs(at[axis]) > 1.0;
      nearest[axis] = std::clamp(at[axis], -1.0, 1.0);
    }
    const double gap = norm(at - nearest);
    // One contact is right for depths up to half the radius: deeper, that of a face does not cover
    // those of its ridges.
    if (outside == 0 || gap < 0.25) continue;
    const std::vector<WallContact> found = touch(wall, ball, {at, {}});
    if (gap >= 0.5) {
      EXPECT_TRUE(found.empty());
      continue;
    }
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].depth, 0.5 - gap, 1e-12);
    EXPECT_LT(norm(found[0].normal - (at - nearest) / gap), 1e-7);
    EXPECT_LT(norm(found[0].point + 0.5 * found[0].depth * found[0].normal - nearest), 1e-7);
    ++by_feature[outside];
    EXPECT_EQ(found[0].key >> 32 < 6, outside == 1);
    EXPECT_EQ(found[0].key >> 32 >= 18, outside == 3);
  }
  EXPECT_GT(by_feature[1], 1000);
  EXPECT_GT(by_feature[2], 500);
  EXPECT_GT(by_feature[3], 100);
}

// A convex wall from outside is a polyhedron: small overlaps of round bodies are the same minimum
// translation, whichever of faces, edges and corners it belongs to.
TEST(WallContacts, AClosedConvexWallIsAPolyhedron) {
  const TriangleWall wall = inside_of_box();
  const Shape cube = block({1, 1, 1});
  std::mt19937 engine(6);
  std::uniform_real_distribution<> place(-1.5, 1.5), part(0.0, 1.0);
  int by_kind[3] = {};
  double worst = 0.0;
  for (const Grain& grain : {Grain(make_sphere(0.4)), Grain(make_ellipsoid({0.6, 0.4, 0.3})),
                             Grain(make_superquadric({0.5, 0.4, 0.3}, 3.0, 2.5))}) {
    for (int i = 0; i < 1000; ++i) {
      Pose<double> pose{{place(engine), place(engine), place(engine)}, random_turn(engine)};
      Contact<double> expected = contact(cube, {}, grain.shape, pose);
      if (!(expected.distance > 0.0)) continue;
      pose.position = pose.position - (expected.distance + 0.02 * part(engine)) * expected.normal;
      expected = contact(cube, {}, grain.shape, pose);
      ASSERT_LT(expected.distance, 0.0);
      const std::vector<WallContact> found = touch(wall, grain, pose);
      ASSERT_EQ(found.size(), 1u) << i << " " << name_of(kind_of(grain.shape));
      worst = std::max({worst, std::abs(found[0].depth + expected.distance),
                        norm(found[0].normal - expected.normal)});
      const std::int64_t feature = found[0].key >> 32;
      ++by_kind[feature < 6 ? 0 : (feature < 18 ? 1 : 2)];
    }
  }
  EXPECT_LT(worst, 1e-7);  // of normals at blunt places; depths are closer
  for (const int count : by_kind) EXPECT_GT(count, 50);
}

// Along a line over a ridge the contact passes from the face to the ridge and on to the other face
// without a jump in depth or normal.
void expect_smooth_passage(const TriangleWall& wall, const Grain& grain, Pose<double> pose,
                           const Vec3<double>& along, int steps, double largest_jump) {
  std::vector<WallContact> before;
  for (int i = 0; i <= steps; ++i) {
    const std::vector<WallContact> found = touch(wall, grain, pose);
    ASSERT_EQ(found.size(), 1u) << "at step " << i;
    if (!before.empty()) {
      EXPECT_LT(std::abs(found[0].depth - before[0].depth), largest_jump) << "at step " << i;
      EXPECT_LT(norm(found[0].normal - before[0].normal), 8.0 * largest_jump) << "at step " << i;
    }
    before = found;
    pose.position = pose.position + along;
  }
}

TEST(WallContacts, ARidgeIsPassedWithoutAJump) {
  // A roof of 90 degrees along y.
  const TriangleWall roof(
      {{-2, -2, -2}, {0, -2, 0}, {2, -2, -2}, {-2, 2, -2}, {0, 2, 0}, {2, 2, -2}},
      {{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}});
  EXPECT_EQ(roof.faces().size(), 2u);
  for (const Grain& grain : {Grain(make_sphere(0.5)), Grain(make_ellipsoid({0.6, 0.4, 0.5}))}) {
    // Around the ridge at a constant distance of the centre.
    for (int i = 0; i < 2; ++i) {
      const double h = i == 0 ? 0.42 : 0.38;
      const auto expect = [&](double angle) {
        const Pose<double> pose{{h * std::sin(angle), 0.1, h * std::cos(angle)},
                                turn_about({0, 1, 0}, angle)};
        return touch(roof, grain, pose);
      };
      std::vector<WallContact> before;
      for (int k = -800; k <= 800; ++k) {
        const std::vector<WallContact> found = expect(k * 1e-3);
        ASSERT_EQ(found.size(), 1u) << k;
        if (!before.empty()) {
          EXPECT_LT(std::abs(found[0].depth - before[0].depth), 2e-3);
          EXPECT_LT(norm(found[0].normal - before[0].normal), 5e-3);
        }
        before = found;
      }
    }
  }
}

TEST(WallContacts, ARimPushesFromItsEdge) {
  const TriangleWall wall = plate(0.0);
  for (const Grain& grain : {Grain(make_sphere(0.5)), Grain(make_ellipsoid({0.7, 0.5, 0.4})),
                             Grain(make_superquadric({0.6, 0.5, 0.4}, 2.5, 2.5))}) {
    const Pose<double> pose{{-0.5, 0.1, 0.37}, turn_about({1, 1, 0}, 0.1)};
    expect_smooth_passage(wall, grain, pose, {1e-3, 0, 0}, 600, 2e-3);
  }
  // Edge on.
  const Grain ball(make_sphere(0.5));
  const std::vector<WallContact> found = touch(wall, ball, {{0.4, 0.0, 0.0}, {}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].depth, 0.1, 1e-14);
  EXPECT_LT(norm(found[0].normal - Vec3<double>{1, 0, 0}), 1e-14);
}

// A long body beside a plate reaches below it without meeting it.
TEST(WallContacts, ABodyThatLeansOverARimDoesNotMeetTheFace) {
  const TriangleWall wall = plate(0.0);
  const Grain needle(make_ellipsoid({1.5, 0.1, 0.1}));
  // Its lower end is below the plate, its centre above and beside it.
  for (const double x : {0.25, 0.3, 0.5}) {
    const Pose<double> pose{{x, 0.0, 0.1}, turn_about({0, 1, 0}, -1.2)};
    for (const WallContact& c : touch(wall, needle, pose)) EXPECT_GE(c.key >> 32, 1);
  }
  EXPECT_TRUE(touch(wall, needle, {{0.5, 0.0, 0.1}, turn_about({0, 1, 0}, -1.2)}).empty());
}

// A trough along y with `n` faces over `angle`, on a circle of radius 3 around (0, y, 3).
TriangleWall trough(int n, double angle) {
  std::vector<Vec3<double>> vertex;
  WallTriangles triangle;
  for (int i = 0; i <= n; ++i) {
    const double a = angle * (double(i) / n - 0.5);
    for (const double y : {-2.0, 2.0}) {
      vertex.push_back({3.0 * std::sin(a), y, 3.0 - 3.0 * std::cos(a)});
    }
  }
  for (int i = 0; i < 2 * n; i += 2) {
    triangle.push_back({i, i + 1, i + 2});
    triangle.push_back({i + 1, i + 3, i + 2});
  }
  return TriangleWall(vertex, triangle);
}

// Of the faces of a trough only that below the sphere's centre pushes, or two on the crease between
// them, however narrow they are.
TEST(WallContacts, ATroughOfNarrowFacesPushesWithThatBelow) {
  const TriangleWall wall = trough(60, 2.0);
  EXPECT_EQ(wall.faces().size(), 60u);
  const Grain ball(make_sphere(0.5));
  for (int i = -700; i <= 700; ++i) {
    const double a = 1e-3 * i;
    const double r = 2.52;  // 0.02 deep, more than the faces' sagitta
    const auto found = touch(wall, ball, {{r * std::sin(a), 0.0, 3.0 - r * std::cos(a)}, {}});
    ASSERT_GE(found.size(), 1u) << a;
    EXPECT_LE(found.size(), 2u) << a;
    for (const WallContact& c : found) EXPECT_NEAR(c.depth, 0.02, 1e-3);
  }
}

// A corner of a block that slides through blunt valleys is behind one face or, near a crease,
// behind two that count little more than one: its energy goes on without a jump.
TEST(WallContacts, ACornerPassesValleysWithoutAJump) {
  const TriangleWall wall = trough(12, 2.0);
  const Grain cube(block({0.2, 0.2, 0.2}));
  const double down = 0.2 * std::sqrt(3.0);
  double before = -1.0;
  int shared = 0;
  for (int i = -7000; i <= 7000; ++i) {
    const double a = 1e-4 * i, r = 3.02 - down;
    // The cube stands on a corner, which points away from the axis of the trough.
    const Vec3<double> axis{0.0, 1.0, 0.0};
    const Quat<double> on_corner = turn_about({-1, 1, 0}, std::acos(1.0 / std::sqrt(3.0)));
    const Quat<double> lean = turn_about(axis, -a);
    const Quat<double> both{
        lean.w * on_corner.w - lean.y * on_corner.y, lean.w * on_corner.x + lean.y * on_corner.z,
        lean.w * on_corner.y + lean.y * on_corner.w, lean.w * on_corner.z - lean.y * on_corner.x};
    const auto found = touch(wall, cube, {{r * std::sin(a), 0.0, 3.0 - r * std::cos(a)}, both});
    ASSERT_GE(found.size(), 1u) << a;
    ASSERT_LE(found.size(), 2u) << a;
    shared += found.size() == 2;
    double energy = 0.0, deepest = 0.0;
    for (const WallContact& c : found) {
      energy += c.energy_share * std::pow(c.rounded, hertz_energy_power);
      deepest = std::max(deepest, c.depth);
    }
    const double depth = std::pow(energy, 1.0 / hertz_energy_power);
    if (before > 0.0) {
      EXPECT_LT(std::abs(depth - before), 1e-4) << a;
    }
    before = depth;
    EXPECT_NEAR(deepest, 0.0252, 0.0053) << a;  // 0.02 and up to the sagitta of a face
    EXPECT_GE(depth, deepest * (1.0 - 1e-9)) << a;
    EXPECT_LE(depth, 1.05 * deepest) << a;
  }
  EXPECT_GT(shared, 100);
}

// A block on a plate is carried by the face and, where it overhangs, by the rim, which is felt as
// if it bulged a little (rounded_depth.h).
TEST(WallContacts, ABlockOverARimIsCarriedByBoth) {
  const TriangleWall wall = plate(0.0);
  const Grain cube(block({0.5, 0.5, 0.5}));
  const std::vector<WallContact> found = touch(wall, cube, {{-0.1, 0.0, 0.49}, {}});
  ASSERT_EQ(found.size(), 2u);
  for (const WallContact& c : found) {
    EXPECT_NEAR(c.depth, 0.01, 1e-12);
    EXPECT_NEAR(c.point.y, 0.0, 1e-9);
  }
  EXPECT_LT(norm(found[0].normal - Vec3<double>{0, 0, 1}), 1e-15);
  EXPECT_NEAR(found[0].point.x, -0.6, 1e-12);
  EXPECT_LT(norm(found[1].normal - Vec3<double>{0, 0, 1}), 1e-3);
  EXPECT_NEAR(found[1].point.x, 0.0, 1e-5);
}

}  // namespace
}  // namespace talus::test
