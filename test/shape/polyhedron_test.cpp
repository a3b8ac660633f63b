// The arrays that kernels see of a polyhedron, and its support and inside-outside functions.
#include "talus/shape/polyhedron.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "shape/numbers.h"

namespace talus {
namespace {

using Points = std::vector<Vec3<double>>;

Points sphere_points(test::Random& random, int count, const Vec3<double>& scale) {
  Points points;
  for (int i = 0; i < count; ++i) {
    points.push_back(multiply_componentwise(scale, random.direction()));
  }
  return points;
}

void expect_consistent(const PolyhedronView<double>& p) {
  ASSERT_EQ(p.vertex_count - p.edge_count + p.face_count, 2);
  for (int i = p.vertex_count; i % 8 != 0; ++i) {
    ASSERT_EQ((Vec3<double>{p.x[i], p.y[i], p.z[i]}), p.vertex(p.vertex_count - 1)) << "padding";
  }
  std::set<std::pair<int, int>> neighbours;
  for (int v = 0; v < p.vertex_count; ++v) {
    ASSERT_GE(p.neighbour_start[v + 1] - p.neighbour_start[v], 3);
    for (int k = p.neighbour_start[v]; k < p.neighbour_start[v + 1]; ++k) {
      ASSERT_TRUE(neighbours.insert({v, p.neighbour[k]}).second);
    }
  }
  ASSERT_EQ(neighbours.size(), 2u * p.edge_count);
  std::set<std::pair<int, int>> directed;
  for (int e = 0; e < p.edge_count; ++e) {
    const PolyhedronEdge& edge = p.edge[e];
    ASSERT_LT(edge.vertex[0], edge.vertex[1]);
    if (e > 0) {
      ASSERT_LT(std::make_pair(p.edge[e - 1].vertex[0], p.edge[e - 1].vertex[1]),
                std::make_pair(edge.vertex[0], edge.vertex[1]));
    }
    ASSERT_TRUE(neighbours.contains({edge.vertex[0], edge.vertex[1]}));
    ASSERT_TRUE(neighbours.contains({edge.vertex[1], edge.vertex[0]}));
    for (int side = 0; side < 2; ++side) {
      const int f = edge.face[side], from = edge.vertex[side], to = edge.vertex[1 - side];
      bool found = false;
      const int start = p.face_vertex_start[f], end = p.face_vertex_start[f + 1];
      for (int k = start; k < end; ++k) {
        const int next = k + 1 < end ? k + 1 : start;
        if (p.face_vertex[k] != from || p.face_vertex[next] != to) continue;
        found = true;
        ASSERT_EQ(p.face_neighbour[k], edge.face[1 - side]);
      }
      ASSERT_TRUE(found);
    }
  }
  for (int f = 0; f < p.face_count; ++f) {
    ASSERT_NEAR(norm(p.face_normal[f]), 1.0, 3e-16);
    double largest = -1e300;
    for (int v = 0; v < p.vertex_count; ++v) {
      largest = std::max(largest, dot(p.face_normal[f], p.vertex(v)));
    }
    ASSERT_EQ(p.face_offset[f], largest) << "the body lies inside, and reaches the plane";
    // Counter-clockwise: the corners turn left around the normal.
    const int start = p.face_vertex_start[f], count = p.face_vertex_start[f + 1] - start;
    for (int k = 0; k < count; ++k) {
      const Vec3<double> a = p.vertex(p.face_vertex[start + k]);
      const Vec3<double> b = p.vertex(p.face_vertex[start + (k + 1) % count]);
      const Vec3<double> c = p.vertex(p.face_vertex[start + (k + 2) % count]);
      ASSERT_GT(dot(p.face_normal[f], cross(b - a, c - b)), 0.0);
      ASSERT_NEAR(dot(p.face_normal[f], a), p.face_offset[f], 1e-14 * p.bounds.radius);
    }
  }
  for (int v = 0; v < p.vertex_count; ++v) {
    const Vec3<test::Real> away = test::wide(p.vertex(v)) - test::wide(p.bounds.centre);
    ASSERT_LE(norm_squared(away), test::Real(p.bounds.radius) * test::Real(p.bounds.radius));
  }
}

TEST(Polyhedron, CubeByHand) {
  const Polyhedron cube = make_polyhedron(test::box_corners({1, 2, 3}));
  const PolyhedronView<double>& p = cube.view();
  expect_consistent(p);
  EXPECT_EQ(p.vertex_count, 8);
  EXPECT_EQ(p.edge_count, 12);
  EXPECT_EQ(p.face_count, 6);
  std::set<std::tuple<double, double, double, double>> planes;
  for (int f = 0; f < 6; ++f) {
    const Vec3<double>& n = p.face_normal[f];
    planes.insert({n.x, n.y, n.z, p.face_offset[f]});
  }
  EXPECT_EQ(
      planes,
      (std::set<std::tuple<double, double, double, double>>{
          {1, 0, 0, 1}, {-1, 0, 0, 1}, {0, 1, 0, 2}, {0, -1, 0, 2}, {0, 0, 1, 3}, {0, 0, -1, 3}}));
  EXPECT_NEAR(p.bounds.radius, std::sqrt(14.0), 1e-14);
  EXPECT_NEAR(max_norm(p.bounds.centre), 0, 1e-15);
  const BoundingBox<double> box = bounding_box(p);
  EXPECT_EQ(box.lower, (Vec3<double>{-1, -2, -3}));
  EXPECT_EQ(box.upper, (Vec3<double>{1, 2, 3}));
  EXPECT_EQ(inside_outside(p, {0.5, 0, 0}), -0.5);
  EXPECT_EQ(inside_outside(p, {0, 2.5, 0}), 0.5);
  EXPECT_EQ(inside_outside_gradient(p, {0, 2.5, 0}), (Vec3<double>{0, 1, 0}));
}

TEST(Polyhedron, RandomBodiesAreConsistent) {
  test::Random random(1);
  for (int trial = 0; trial < 300; ++trial) {
    Points points = sphere_points(random, random.integer(4, trial % 50 == 0 ? 600 : 120),
                                  {1, random.scale(1e-3, 1), random.scale(1e-3, 1)});
    const Vec3<double> offset = random.in_box(trial % 3 == 0 ? 10 : 0);
    for (auto& p : points) p = p + offset;
    expect_consistent(make_polyhedron(points).view());
    expect_consistent(
        make_polyhedron(
            test::rotated(random.rotation(), test::box_corners({1, random.scale(1e-3, 1), 0.5})))
            .view());
  }
}

TEST(Polyhedron, CopiesShareOneBody) {
  const Polyhedron cube = make_polyhedron(test::box_corners({1, 1, 1}));
  const Polyhedron copy = cube;
  EXPECT_EQ(&cube.view(), &copy.view());
}

TEST(Polyhedron, VerticesKeepTheInputOrder) {
  test::Random random(2);
  Points points = sphere_points(random, 40, {1, 1, 1});
  points.insert(points.begin() + 7, {0.1, 0.1, 0.1});
  points.insert(points.begin() + 20, points[3]);
  const Polyhedron body = make_polyhedron(points);
  ASSERT_EQ(body.view().vertex_count, 40);
  for (int i = 0, k = 0; i < 40; ++i, ++k) {
    if (k == 7 || k == 20) ++k;
    EXPECT_EQ(body.view().vertex(i), points[k]);
  }
}

TEST(Polyhedron, ScalingByAPowerOfTwoScalesEverythingBitForBit) {
  test::Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Points points = trial % 2 == 0
                              ? sphere_points(random, random.integer(4, 90), {1, 0.3, 0.7})
                              : test::rotated(random.rotation(), test::box_corners({1, 0.3, 0.7}));
    const double factor = std::ldexp(1.0, random.integer(-200, 200));
    Points scaled = points;
    for (auto& p : scaled) p = factor * p;
    const Polyhedron first = make_polyhedron(points), second = make_polyhedron(scaled);
    const PolyhedronView<double>&a = first.view(), &b = second.view();
    ASSERT_EQ(a.vertex_count, b.vertex_count);
    ASSERT_EQ(a.edge_count, b.edge_count);
    ASSERT_EQ(a.face_count, b.face_count);
    ASSERT_EQ(std::memcmp(a.edge, b.edge, a.edge_count * sizeof(PolyhedronEdge)), 0);
    ASSERT_EQ(factor * a.bounds.centre, b.bounds.centre);
    ASSERT_EQ(factor * a.bounds.radius, b.bounds.radius);
    for (int f = 0; f < a.face_count; ++f) {
      ASSERT_EQ(a.face_normal[f], b.face_normal[f]);
      ASSERT_EQ(factor * a.face_offset[f], b.face_offset[f]);
    }
    const int corners = a.face_vertex_start[a.face_count];
    ASSERT_TRUE(std::equal(a.face_vertex, a.face_vertex + corners, b.face_vertex));
    ASSERT_TRUE(std::equal(a.face_neighbour, a.face_neighbour + corners, b.face_neighbour));
    ASSERT_TRUE(std::equal(a.neighbour, a.neighbour + 2 * a.edge_count, b.neighbour));
  }
}

TEST(Polyhedron, SupportIsTheLargestOfAllPoints) {
  test::Random random(4);
  for (const int count : {5, 30, 64, 65, 256, 257, 800}) {
    const Points points = sphere_points(random, count, {1, 0.2, 0.6});
    const Polyhedron body = make_polyhedron(points);
    for (int trial = 0; trial < 300; ++trial) {
      const Vec3<double> n = 3.0 * random.direction();
      double expected = -1e300;
      for (const auto& p : points) expected = std::max(expected, dot(n, p));
      ASSERT_EQ(support_value(body.view(), n), expected);
      ASSERT_EQ(dot(n, support_point(body.view(), n)), expected);
      const int start = random.integer(0, body.view().vertex_count - 1);
      ASSERT_EQ(dot(n, body.view().vertex(climb(body.view(), n, start))), expected);
    }
  }
}

TEST(Polyhedron, InsideOutsideIsTheDepthAndItsGradientTheFaceNormal) {
  test::Random random(5);
  const Polyhedron body = make_polyhedron(sphere_points(random, 40, {1, 0.5, 0.8}));
  const PolyhedronView<double>& p = body.view();
  for (int trial = 0; trial < 2000; ++trial) {
    const Vec3<double> x = random.in_box(1.2);
    const double value = inside_outside(p, x);
    const Vec3<double> gradient = inside_outside_gradient(p, x);
    // Inside: x moved by its depth along the gradient reaches the surface, not beyond.
    EXPECT_NEAR(inside_outside(p, x - value * gradient), 0.0, value < 0 ? 1e-15 : 10.0);
    const double step = 1e-7;
    for (int i = 0; i < 3; ++i) {
      Vec3<double> forward = x, back = x;
      forward[i] += step;
      back[i] -= step;
      if (farthest_face(p, forward) != farthest_face(p, back)) continue;
      EXPECT_NEAR((inside_outside(p, forward) - inside_outside(p, back)) / (2 * step), gradient[i],
                  1e-8);
    }
  }
  // A convex combination of vertices is inside, a point beyond a vertex is not.
  for (int trial = 0; trial < 1000; ++trial) {
    Vec3<double> x{};
    double sum = 0;
    for (int v = 0; v < p.vertex_count; ++v) {
      const double weight = random.uniform(0, 1);
      x = x + weight * p.vertex(v);
      sum += weight;
    }
    EXPECT_LT(inside_outside(p, x / sum), 0);
    EXPECT_GT(inside_outside(p, 1.0001 * p.vertex(random.integer(0, p.vertex_count - 1))), 0);
  }
}

}  // namespace
}  // namespace talus
