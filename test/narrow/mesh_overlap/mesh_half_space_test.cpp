// The contact of a mesh with a half-space: against the depths of faces, edges, corners and balls,
// against the derivative of its energy, and against the same surface cut more finely.
#include "talus/narrow/mesh_overlap/mesh_half_space.h"

#include <gtest/gtest.h>

#include <cmath>

#include "narrow/body_mesh_wall/walls.h"
#include "narrow/mesh_overlap/closed_meshes.h"
#include "narrow/nudged.h"
#include "talus/narrow/mesh_overlap/smooth_depth.h"
#include "talus/shape/mesh/support.h"

namespace talus::test {
namespace {

MeshContact below(const Shape& mesh, const Pose<double>& pose) {
  MeshContact contact;
  double gap = 0.0;
  EXPECT_TRUE(
      mesh_half_space_contact(std::get<Mesh>(mesh).view(), pose, {0, 0, 1}, 0.0, contact, gap));
  return contact;
}

// The pose turned by q with the lowest point `depth` below z = 0.
Pose<double> lowered(const Shape& shape, const Quat<double>& q, double depth) {
  const Mat3<double> r = rotation_of(q);
  const Vec3<double> down = transpose_times(r, Vec3<double>{0, 0, -1});
  return {{0.3, -0.2, dot(down, support_point(std::get<Mesh>(shape).view(), down)) - depth}, q};
}

// The depth by the definition in smooth_depth.h for thicknesses distributed as (d - t)^(s - 1).
double depth_of(double s, double d) {
  constexpr double q = mesh_overlap::least_power;
  const double b = (q + 2.0) / (q + 2.0 + s) * d, x = s / ((q + 2.0) * (q + 1.0 + s));
  return mesh_overlap::depth_scale * b *
         (1.0 + mesh_overlap::shape_gain * x / (1.0 + mesh_overlap::shape_limit * x));
}

TEST(MeshHalfSpace, HasTheDepthOfAFaceAnEdgeAndACorner) {
  const Shape cube = box_mesh({0.5, 0.5, 0.5}, 3);
  const Quat<double> edge = turn_about({1, 0, 0}, std::atan(1.0)),
                     corner = turn_about({1, -1, 0}, std::atan(std::sqrt(2.0)));
  for (const double d : {1e-6, 1e-4, 1e-2}) {
    EXPECT_NEAR(below(cube, lowered(cube, {1, 0, 0, 0}, d)).depth, depth_of(0, d), 1e-10 * d);
    EXPECT_NEAR(below(cube, lowered(cube, edge, d)).depth, depth_of(1, d), 1e-9 * d);
    EXPECT_NEAR(below(cube, lowered(cube, corner, d)).depth, depth_of(2, d), 1e-9 * d);
    // Within 7 % of the polyhedron's energy (d^(5/2)): 4, 2 and 1 vertices to the power 1/16.
    EXPECT_NEAR(depth_of(0, d) / (std::pow(4.0, 1.0 / 16.0) * d), 1.0, 0.03);
    EXPECT_NEAR(depth_of(1, d) / (std::pow(2.0, 1.0 / 16.0) * d), 1.0, 0.03);
    EXPECT_NEAR(depth_of(2, d) / d, 1.0, 0.03);
  }
  const MeshContact face = below(cube, lowered(cube, {1, 0, 0, 0}, 1e-4));
  EXPECT_NEAR(face.spread_squared, 1.0 / 12.0, 1e-6);
  EXPECT_NEAR(face.patch_arm, 0.3826, 0.002);  // mean distance from the centre of a unit square
  EXPECT_NEAR(face.slope, mesh_overlap::depth_scale, 1e-9);
  EXPECT_NEAR(face.point.x, 0.3, 1e-9);
  EXPECT_NEAR(face.point.y, -0.2, 1e-9);
  EXPECT_LT(below(cube, lowered(cube, edge, 1e-4)).spread_squared, 1e-15);
}

TEST(MeshHalfSpace, ConvergesToTheBall) {
  const double d = 0.02;
  double last = 1.0;
  for (const int level : {3, 4, 5}) {
    const Shape ball = ball_mesh(1.0, level);
    std::mt19937 engine(7);
    double worst = 0.0;
    for (int i = 0; i < 10; ++i) {
      const Pose<double> pose{{0, 0, 1.0 - d}, random_turn(engine)};
      worst = std::max(worst, std::abs(below(ball, pose).depth / depth_of(1, d) - 1.0));
    }
    EXPECT_LT(worst, 0.5 * last);
    last = worst;
  }
  EXPECT_LT(last, 0.04);  // facets of the side h are h^2/8 below the ball: 0.02 of this depth
}

TEST(MeshHalfSpace, DoesNotDependOnHowTheSurfaceIsCut) {
  std::mt19937 engine(3);
  const Shape coarse = box_mesh({0.5, 0.3, 0.4}, 1), fine = box_mesh({0.5, 0.3, 0.4}, 7);
  for (int i = 0; i < 200; ++i) {
    const Pose<double> pose = lowered(coarse, random_turn(engine), std::pow(10.0, -1.0 - i % 6));
    const MeshContact p = below(coarse, pose), q = below(fine, pose);
    EXPECT_NEAR(p.depth / q.depth, 1.0, 1e-8);
    EXPECT_NEAR(p.slope, q.slope, 1e-7);
    EXPECT_LT(norm(p.point - q.point), 1e-7);
    EXPECT_NEAR(p.patch_arm, q.patch_arm, 1e-6);
  }
}

// Derivative of the depth by a small motion of the body against slope, normal and point.
void expect_derivative(const Shape& shape, const Pose<double>& pose, std::mt19937& engine) {
  const MeshContact at = below(shape, pose);
  if (at.slope <= mesh_overlap::least_slope) return;
  const double h = 1e-5 * at.depth;
  for (int i = 0; i < 3; ++i) {
    const Vec3<double> u = random_unit(engine);
    for (const bool turns : {false, true}) {
      const double change = below(shape, nudged(pose, u, h, turns)).depth -
                            below(shape, nudged(pose, u, -h, turns)).depth;
      const Vec3<double> velocity = turns ? cross(u, at.point - pose.position) : u;
      EXPECT_NEAR(change / (2.0 * h), -at.slope * dot(velocity, at.normal), 1e-6);
    }
  }
}

TEST(MeshHalfSpace, PushesAgainstTheDerivativeOfItsDepth) {
  std::mt19937 engine(11);
  const Shape bodies[] = {box_mesh({0.5, 0.3, 0.4}, 2), ball_mesh(0.5, 2), table_mesh()};
  for (const Shape& shape : bodies) {
    for (int i = 0; i < 60; ++i) {
      const double depth = std::pow(10.0, -1.0 - i % 4);
      expect_derivative(shape, lowered(shape, random_turn(engine), depth), engine);
    }
    // Nearly flat, where a face comes in.
    for (int i = 0; i < 60; ++i) {
      const Quat<double> q = turn_about(random_unit(engine), std::pow(10.0, -1.0 - i % 4));
      expect_derivative(shape, lowered(shape, q, 1e-3), engine);
    }
  }
}

TEST(MeshHalfSpace, StaysFiniteForAnyPose) {
  std::mt19937 engine(5);
  std::uniform_real_distribution<> height(-2.0, 1.0);
  const Shape bodies[] = {box_mesh({0.5, 0.3, 0.4}, 2), table_mesh()};
  int found = 0;
  for (const Shape& shape : bodies) {
    for (int i = 0; i < 2000; ++i) {
      MeshContact c;
      double gap = -1.0;
      const Pose<double> pose{{0, 0, height(engine)}, random_turn(engine)};
      if (!mesh_half_space_contact(std::get<Mesh>(shape).view(), pose, {0, 0, 1}, 0.0, c, gap)) {
        EXPECT_GE(gap, 0.0);
        continue;
      }
      ++found;
      EXPECT_GT(c.depth, 0.0);
      EXPECT_LT(c.depth, 6.0);
      EXPECT_TRUE(c.slope > 0.0 && c.slope < 10.0);
      EXPECT_LT(norm(c.point - pose.position), 10.0);
    }
  }
  EXPECT_GT(found, 2000);
}

}  // namespace
}  // namespace talus::test
