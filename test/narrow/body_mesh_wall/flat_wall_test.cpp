// Convex bodies on flat walls: these are half-spaces, whatever triangles they are made of.
#include <gtest/gtest.h>

#include "narrow/body_mesh_wall/walls.h"
#include "talus/narrow/contact.h"

namespace talus::test {
namespace {

// At random positions and depths of less than half the distance to the centre, from either side.
TEST(WallContacts, AFlatWallIsAHalfSpace) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<> unit(-1.0, 1.0);
  const Mat3<double> turn = rotation_of(random_turn(engine));
  const Vec3<double> shift{0.3, -0.2, 0.7};
  double worst = 0.0;
  int touching = 0, queries = 0;
  for (const int count : {2, 50, 5000}) {
    const TriangleWall wall = random_square(3.0, count, engine, turn, shift);
    EXPECT_EQ(wall.faces().size(), 1u);
    EXPECT_EQ(wall.crease_count(), 4);
    EXPECT_EQ(wall.corner_count(), 4);
    for (const Grain& grain : convex_grains()) {
      const int repeats = count == 5000 ? 200 : 750;
      for (int i = 0; i < repeats; ++i) {
        const Pose<double> wall_pose{{unit(engine), unit(engine), unit(engine)},
                                     random_turn(engine)};
        const double side = i % 2 == 0 ? 1.0 : -1.0;
        const Vec3<double> normal_wall = turn * Vec3<double>{0.0, 0.0, side};
        const Mat3<double> wall_turn = rotation_of(wall_pose.orientation);
        const Vec3<double> normal = wall_turn * normal_wall;
        const Vec3<double> at =
            wall_turn * (turn * Vec3<double>{2.0 * unit(engine), 2.0 * unit(engine), 0.0} + shift) +
            wall_pose.position;
        Pose<double> pose{at, random_turn(engine)};
        const Shape floor = make_half_space(normal, dot(normal, at));
        const double reach = -contact(floor, {}, grain.shape, pose).distance;
        pose.position =
            at + (reach * (1.0 - 0.5 * (0.5 + 0.5 * unit(engine)) + 0.1 * (unit(engine) > 0.8))) *
                     normal;
        const Contact<double> expected = contact(floor, {}, grain.shape, pose);
        const std::vector<WallContact> found = touch(wall, wall_pose, grain, pose);
        ++queries;
        if (!(expected.distance < 0.0)) {
          EXPECT_TRUE(found.empty());
          continue;
        }
        ++touching;
        ASSERT_EQ(found.size(), 1u)
            << count << " " << name_of(kind_of(grain.shape)) << " depth " << expected.distance;
        worst = std::max({worst, std::abs(found[0].depth + expected.distance),
                          norm(found[0].normal - expected.normal)});
        EXPECT_EQ(found[0].key, 0);
        const Vec3<double> middle = 0.5 * (expected.point_a + expected.point_b);
        if (kind_of(grain.shape) != Kind::polyhedron) {
          EXPECT_EQ(found[0].rounded, found[0].depth);
          EXPECT_LT(norm(found[0].point - middle), 1e-11);
          EXPECT_EQ(found[0].slope, 1.0);
          continue;
        }
        // The vertices below the plane, weighted by the 15th power of their depths.
        const PolyhedronView<double>& body = std::get<Polyhedron>(grain.shape).view();
        const Mat3<double> body_turn = rotation_of(pose.orientation);
        Vec3<double> sum{};
        double weight = 0.0, powers = 0.0;
        for (int k = 0; k < body.vertex_count; ++k) {
          const Vec3<double> v = body_turn * body.vertex(k) + pose.position;
          const double depth = std::max(0.0, dot(normal, at - v));
          sum = sum + std::pow(depth, 15.0) * v;
          weight += std::pow(depth, 15.0);
          powers += std::pow(depth, 16.0);
        }
        Vec3<double> mean = sum / weight;
        mean = mean + (dot(normal, at - mean) + 0.5 * expected.distance) * normal;
        EXPECT_LT(norm(mean - found[0].point), 1e-11);
        const double rounded = std::pow(powers, 1.0 / 16.0);
        worst = std::max(worst, std::abs(found[0].rounded - rounded));
        EXPECT_NEAR(found[0].slope, weight * rounded / powers, 1e-11);
      }
    }
  }
  EXPECT_LT(worst, 1e-12);
  EXPECT_GT(touching, queries * 8 / 10);
  EXPECT_GT(queries, 10000);
}

TEST(WallContacts, ASphereThatRollsOverBordersSeesNone) {
  std::mt19937 engine(2);
  const TriangleWall wall = random_square(3.0, 2000, engine, identity_matrix<double>(), {});
  const Grain ball(make_sphere(0.3));
  for (int i = 0; i <= 4000; ++i) {
    const double s = -2.0 + i * 1e-3;
    const std::vector<WallContact> found = touch(wall, ball, {{s, 0.3 * s, 0.29}, {}});
    ASSERT_EQ(found.size(), 1u) << s;
    EXPECT_NEAR(found[0].depth, 0.01, 1e-15);
    EXPECT_EQ(found[0].normal, (Vec3<double>{0.0, 0.0, 1.0}));
    EXPECT_EQ(found[0].key, 0);
    EXPECT_LT(norm(found[0].point - Vec3<double>{s, 0.3 * s, -0.005}), 1e-14);
  }
}

// Exactly on the vertices and edges of the triangles.
TEST(WallContacts, SharedEdgesAndVerticesCountOnce) {
  std::vector<Vec3<double>> vertex;
  WallTriangles triangle;
  for (int i = 0; i <= 4; ++i) {
    for (int j = 0; j <= 4; ++j) vertex.push_back({i - 2.0, j - 2.0, 0.0});
  }
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const int v = 5 * i + j;
      triangle.push_back({v, v + 5, v + 6});
      triangle.push_back({v, v + 6, v + 1});
    }
  }
  const TriangleWall wall(vertex, triangle);
  for (const Grain& grain : convex_grains()) {
    for (const Vec3<double>& at :
         {Vec3<double>{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0}, {0, 0.25, 0}, {1, 1, 0}}) {
      const Shape floor = make_half_space({0, 0, 1}, 0.0);
      Pose<double> pose{at, {}};
      const double reach = -contact(floor, {}, grain.shape, pose).distance;
      pose.position.z = reach - 0.01;
      const std::vector<WallContact> found = touch(wall, grain, pose);
      ASSERT_EQ(found.size(), 1u);
      EXPECT_NEAR(found[0].depth, 0.01, 1e-14);
    }
  }
}

TEST(WallContacts, AStripOfSliversIsAPlane) {
  // Two hundred triangles a thousand times as long as wide, fanned out from two sides.
  std::vector<Vec3<double>> vertex;
  WallTriangles triangle;
  for (int i = 0; i <= 200; ++i) {
    vertex.push_back({-1.0 + 0.01 * i, -5.0, 0.0});
    vertex.push_back({-1.0 + 0.01 * i + 0.003, 5.0, 0.0});
  }
  for (int i = 0; i + 2 < static_cast<int>(vertex.size()); ++i)
    triangle.push_back({i, i + 1, i + 2});
  const TriangleWall wall(vertex, triangle);
  EXPECT_EQ(wall.faces().size(), 1u);
  std::mt19937 engine(4);
  std::uniform_real_distribution<> unit(-0.5, 0.5);
  for (const Grain& grain : convex_grains()) {
    for (int i = 0; i < 200; ++i) {
      const Shape floor = make_half_space({0, 0, 1}, 0.0);
      Pose<double> pose{{unit(engine), 4.0 * unit(engine), 0.0}, random_turn(engine)};
      pose.position.z = -contact(floor, {}, grain.shape, pose).distance - 0.02;
      const std::vector<WallContact> found = touch(wall, grain, pose);
      ASSERT_EQ(found.size(), 1u);
      EXPECT_NEAR(found[0].depth, 0.02, 1e-14);
    }
  }
}

// A floor of bricks laid in half bond has a T-junction at every corner: no body notices.
TEST(WallContacts, AFloorWithJunctionsIsAPlane) {
  std::vector<Vec3<double>> vertex;
  WallTriangles triangle;
  for (int row = -4; row < 4; ++row) {
    for (int k = -4; k < 4; ++k) {
      const double x = 0.5 * k + (row % 2 == 0 ? 0.0 : 0.25), y = 0.3 * row;
      const auto first = static_cast<std::int32_t>(vertex.size());
      vertex.insert(vertex.end(),
                    {{x, y, 0.0}, {x + 0.5, y, 0.0}, {x + 0.5, y + 0.3, 0.0}, {x, y + 0.3, 0.0}});
      triangle.push_back({first, first + 1, first + 2});
      triangle.push_back({first, first + 2, first + 3});
    }
  }
  const TriangleWall wall(vertex, triangle);
  EXPECT_EQ(wall.faces().size(), 1u);
  std::mt19937 engine(21);
  std::uniform_real_distribution<> place(-0.4, 0.4);
  for (const Grain& grain : convex_grains()) {
    for (int i = 0; i < 200; ++i) {
      Pose<double> pose{{place(engine), place(engine), 0.0}, random_turn(engine)};
      pose.position.z = -world_box(grain.shape, pose)->lower.z - 0.01;
      const std::vector<WallContact> found = touch(wall, grain, pose);
      ASSERT_EQ(found.size(), 1u);
      EXPECT_NEAR(found[0].depth, 0.01, 1e-12);
      EXPECT_LT(norm(found[0].normal - Vec3<double>{0.0, 0.0, 1.0}), 1e-12);
    }
  }
}

}  // namespace
}  // namespace talus::test
