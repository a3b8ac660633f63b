// A mesh with every other kind: a convex mesh against the production method of the same convex
// body, and a concave one against closed forms.
#include <gtest/gtest.h>

#include <random>

#include "shape/mesh/grains.h"
#include "talus/narrow/contact.h"

namespace talus {
namespace {

Pose<double> at(const Vec3<double>& position, const Quat<double>& q = {}) {
  const double n = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {position, {q.w / n, q.x / n, q.y / n, q.z / n}};
}

void expect_contract(const Contact<double>& c) {
  ASSERT_FALSE(is_failure(c.status)) << name_of(c.status);
  EXPECT_NEAR(norm(c.normal), 1.0, 1e-12);
  EXPECT_LT(norm(c.point_b - c.point_a - c.distance * c.normal), 1e-10);
  EXPECT_LE(c.lower, c.distance);
  EXPECT_LE(c.distance, c.upper);
}

// A cube as a mesh is exactly the cube: separated answers agree to rounding, depths are at most the
// minimum translation.
TEST(MeshWithOthers, ACubeAsAMeshAnswersLikeTheCube) {
  const TriangleMesh box_mesh = test::box({1.0, 0.8, 0.6});
  const Shape cube = make_polyhedron(box_mesh.vertices), mesh = make_mesh(box_mesh, {.cells = 24});
  const std::vector<Shape> others = {make_sphere(0.5), make_ellipsoid({0.7, 0.4, 0.5}),
                                     make_superquadric({0.6, 0.5, 0.7}, 4.0, 3.0),
                                     make_polyhedron(test::box({0.5, 0.4, 0.6}).vertices), mesh};
  std::mt19937 engine(2);
  std::normal_distribution<> normal;
  int overlapping = 0, count = 0, equal = 0;
  for (const Shape& other : others) {
    for (int i = 0; i < 20; ++i, ++count) {
      Vec3<double> d{normal(engine), normal(engine), normal(engine)};
      const Pose<double> pose =
          at((1.0 + 0.05 * i) * normalized(d),
             {normal(engine), normal(engine), normal(engine), normal(engine)});
      const Contact<double> c = contact(mesh, {}, other, pose);
      const Contact<double> swapped = contact(other, pose, mesh, {});
      const Shape& convex = kind_of(other) == Kind::mesh ? cube : other;
      const Contact<double> expected = contact(cube, {}, convex, pose);
      expect_contract(c);
      EXPECT_EQ(c.distance, swapped.distance);
      EXPECT_EQ(c.normal, -swapped.normal);
      EXPECT_EQ(c.status, expected.status) << name_of(kind_of(other)) << i;
      if (expected.distance > 0.0) {
        EXPECT_NEAR(c.distance, expected.distance, 1e-9) << name_of(kind_of(other)) << i;
        continue;
      }
      ++overlapping;
      EXPECT_GE(c.distance, expected.distance - 1e-9);
      equal += std::abs(c.distance - expected.distance) < 0.02;
    }
  }
  EXPECT_GT(overlapping, count / 4);
  EXPECT_LT(overlapping, 3 * count / 4);
  RecordProperty("overlapping", overlapping);
  RecordProperty("equal_to_minimum_translation", equal);
}

// By brute force, from what is known in closed form: the depth of an ellipsoid's points in a box.
// Near the surface the answer finds the deepest of them. Deep inside, the deepest point lies where
// the distance has a kink, which interpolation rounds off by up to sqrt(3) / 2 of a cell.
TEST(MeshWithOthers, NoPointOfAnEllipsoidIsDeeperThanTheAnswer) {
  const Vec3<double> half{1.0, 0.8, 0.6}, axes{0.7, 0.4, 0.5};
  const Shape mesh = make_mesh(test::box(half), {.cells = 24}), egg = make_ellipsoid(axes);
  std::mt19937 engine(4);
  std::normal_distribution<> normal;
  const double cell = std::get<Mesh>(mesh).view().cell_size.x;
  int overlapping = 0;
  for (int i = 0; i < 40; ++i) {
    Vec3<double> d{normal(engine), normal(engine), normal(engine)};
    const Pose<double> pose = at((0.9 + 0.02 * i) * normalized(d),
                                 {normal(engine), normal(engine), normal(engine), normal(engine)});
    const Mat3<double> rotation = rotation_of(pose.orientation);
    double deepest = 0.0;
    for (int k = 0; k < 20000; ++k) {
      const Vec3<double> u =
          normalized(Vec3<double>{normal(engine), normal(engine), normal(engine)});
      const Vec3<double> p = rotation * multiply_componentwise(axes, u) + pose.position;
      const double depth =
          std::min({half.x - std::abs(p.x), half.y - std::abs(p.y), half.z - std::abs(p.z)});
      deepest = std::max(deepest, depth);
    }
    const Contact<double> c = contact(mesh, {}, egg, pose);
    if (deepest > 0.0) {
      ++overlapping;
      EXPECT_LE(c.distance, -deepest + (deepest < 0.2 ? 0.002 : 0.4 * cell)) << i;
    }
  }
  EXPECT_GT(overlapping, 10);
}

TEST(MeshWithOthers, ABallInTheHoleOfATorus) {
  const Shape ring = make_mesh(test::torus(0.75, 0.25, 128, 48), {.cells = 40});
  const Contact<double> loose = contact(make_sphere(0.4), {}, ring, {});
  expect_contract(loose);
  EXPECT_EQ(loose.status, Status::separated);
  EXPECT_NEAR(loose.distance, 0.1, 0.002);
  EXPECT_LT(loose.lower, 0.0);  // the hulls overlap
  const Contact<double> tight = contact(make_ellipsoid({0.45, 0.52, 2.0}), {}, ring, {});
  expect_contract(tight);
  EXPECT_EQ(tight.status, Status::overlapping);
  EXPECT_NEAR(tight.distance, -0.02, 0.003);
  EXPECT_GT(std::abs(tight.normal.y), 0.99);
}

TEST(MeshWithOthers, AStoneOnAHalfSpaceRestsOnItsLowestVertex) {
  const TriangleMesh stone = test::rough_stone(10, 3);
  const Shape mesh = make_mesh(stone, {.cells = 24, .surface = MeshSurface::source});
  double lowest = 0.0;
  for (const Vec3<double>& v : stone.vertices) lowest = std::min(lowest, v.z);
  const Shape floor = make_half_space({0.0, 0.0, 1.0}, 0.0);
  const Contact<double> c = contact(floor, {}, mesh, at({0.0, 0.0, 0.5}));
  EXPECT_NEAR(c.distance, lowest + 0.5, 1e-14);
  EXPECT_EQ(c.status, Status::overlapping);
  EXPECT_EQ(c.normal, (Vec3<double>{0.0, 0.0, 1.0}));
}

}  // namespace
}  // namespace talus
