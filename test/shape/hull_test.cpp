// Hulls against a brute-force hull in integers, and the properties that every hull has.
#include "talus/shape/hull.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <chrono>
#include <map>

#include "shape/exact_hull.h"
#include "shape/numbers.h"
#include "talus/shape/face_normal.h"

namespace talus {
namespace {

using Points = std::vector<Vec3<double>>;

test::BruteHull as_sets(const Hull& hull) {
  test::BruteHull sets;
  sets.vertices.insert(hull.vertex.begin(), hull.vertex.end());
  for (std::size_t f = 0; f + 1 < hull.face_start.size(); ++f) {
    std::set<int> corners;
    for (int k = hull.face_start[f]; k < hull.face_start[f + 1]; ++k) {
      corners.insert(hull.vertex[hull.face_vertex[k]]);
    }
    sets.faces.insert(corners);
  }
  return sets;
}

void expect_brute_hull(const Points& points) {
  const Hull hull = convex_hull(points);
  ASSERT_EQ(hull.span, Span::solid);
  const test::BruteHull expected = test::brute_hull(points), found = as_sets(hull);
  ASSERT_EQ(found.vertices, expected.vertices);
  ASSERT_EQ(found.faces, expected.faces);
}

// Closed, every edge between two faces, and V - E + F = 2.
void expect_closed(const Hull& hull) {
  std::map<std::pair<int, int>, int> sides;
  for (std::size_t f = 0; f + 1 < hull.face_start.size(); ++f) {
    const int start = hull.face_start[f], end = hull.face_start[f + 1];
    ASSERT_GE(end - start, 3);
    for (int k = start; k < end; ++k) {
      const int next = k + 1 < end ? k + 1 : start;
      ASSERT_LE(hull.face_vertex[start], hull.face_vertex[k]) << "the lowest corner comes first";
      ++sides[{hull.face_vertex[k], hull.face_vertex[next]}];
    }
  }
  for (const auto& [side, count] : sides) {
    ASSERT_EQ(count, 1);
    ASSERT_TRUE(sides.contains({side.second, side.first}));
  }
  const int vertices = static_cast<int>(hull.vertex.size());
  const int edges = static_cast<int>(sides.size()) / 2;
  const int faces = static_cast<int>(hull.face_start.size()) - 1;
  ASSERT_EQ(vertices - edges + faces, 2);
}

// No point is beyond a face by more than `tolerance` of the size.
void expect_inside(const Hull& hull, const Points& points, double tolerance) {
  for (std::size_t f = 0; f + 1 < hull.face_start.size(); ++f) {
    const Vec3<double>& n = hull.face_normal[f];
    const Vec3<double>& origin = points[hull.vertex[hull.face_vertex[hull.face_start[f]]]];
    for (const Vec3<double>& p : points) ASSERT_LE(dot(n, p - origin), tolerance * hull.size);
  }
}

TEST(Hull, RandomPoints) {
  test::Random random(1);
  for (int trial = 0; trial < 150; ++trial) {
    Points points;
    for (int i = random.integer(4, 14); i > 0; --i) points.push_back(random.in_box(1));
    expect_brute_hull(points);
  }
}

TEST(Hull, GridsHaveManyCoplanarAndCollinearPoints) {
  test::Random random(2);
  int solid = 0;
  for (int trial = 0; trial < 150; ++trial) {
    Points points;
    for (int i = random.integer(6, 18); i > 0; --i) {
      points.push_back(
          {random.integer(-1, 1) * 0.5, random.integer(-1, 1) * 0.5, random.integer(-1, 1) * 0.5});
    }
    if (convex_hull(points).span != Span::solid) continue;
    expect_brute_hull(points);
    ++solid;
  }
  EXPECT_GT(solid, 120);
}

TEST(Hull, CosphericalPointsDuplicatesAndInnerPoints) {
  test::Random random(3);
  for (int trial = 0; trial < 40; ++trial) {
    Points points;
    for (int i = 0; i < 8; ++i) points.push_back(random.direction());
    for (int i = 0; i < 3; ++i) points.push_back(points[random.integer(0, 7)]);
    for (int i = 0; i < 3; ++i) points.push_back(random.in_box(0.05));
    expect_brute_hull(points);
  }
}

TEST(Hull, NeedlesAndPlatesInEveryDirection) {
  test::Random random(4);
  for (int trial = 0; trial < 60; ++trial) {
    const Mat3<double> rotation = random.rotation();
    const double thin_part = random.scale(1e-7, 1e-2);
    Points points;
    for (int i = 0; i < 10; ++i) {
      const Vec3<double> p = random.in_box(1);
      points.push_back(rotation *
                       Vec3<double>{p.x, (trial % 2 == 0 ? 1 : thin_part) * p.y, thin_part * p.z});
    }
    expect_brute_hull(points);
  }
}

// Exact signs make corners of points whose triangles have no area even in twice the precision.
TEST(Hull, SliversWithoutAreaHaveNoNormal) {
  test::Random random(5);
  int found = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    Points points = test::box_corners({1, 1, 1});
    for (int i = 0; i < 6; ++i) {  // near the edges along x, up to 2^-290 away
      const auto near_edge = [&] {
        return (random.integer(0, 1) == 0 ? -1.0 : 1.0) *
               (1.0 + std::ldexp(random.integer(0, 3), -random.integer(40, 290)));
      };
      points.push_back({std::ldexp(1.0, -random.integer(0, 200)), near_edge(),
                        near_edge() * (random.integer(0, 1) == 0 ? 1.0 : 1.0 - 0x1p-52)});
    }
    // A vertex far away makes the rest a small corner of the body.
    if (trial % 2 == 0) points.push_back({std::ldexp(1.0, random.integer(60, 110)), 0x1p-135, 0});
    const Hull hull = convex_hull(points);
    if (hull.span != Span::solid) continue;
    ++found;
    for (const Vec3<double>& n : hull.face_normal) ASSERT_NEAR(norm(n), 1.0, 1e-12) << trial;
    ASSERT_GE(hull.thickness, 0.0);
  }
  EXPECT_GT(found, 500);
  const Points fuzzed{{0, 0, 0},
                      {0, 0, 1},
                      {0, 1, 0},
                      {0x1.fcp-136, 0, 0},
                      {0x1p-123, 1, 0},
                      {1, 0, 0},
                      {0x1.000056p+0, 0, 0},
                      {0x1p+103, 0x1.b1bcp-135, 0}};
  const Hull hull = convex_hull(fuzzed);
  for (const Vec3<double>& n : hull.face_normal) EXPECT_NEAR(norm(n), 1.0, 1e-12);
}

TEST(Hull, FirstOfEqualPointsIsTheVertex) {
  Points points = test::box_corners({1, 1, 1});
  const Points again = points;
  points.insert(points.end(), again.begin(), again.end());
  points.insert(points.begin(), {0.0, 0.0, 0.0});
  const Hull hull = convex_hull(points);
  EXPECT_EQ(hull.vertex, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(Hull, SignOfZeroMakesNoDifference) {
  const Points points{{0.0, 0.0, 0.0}, {-0.0, 0.0, -0.0}, {1, 0, 0}, {0, 1, -0.0}, {-0.0, 0, 1}};
  const Hull hull = convex_hull(points);
  EXPECT_EQ(hull.vertex, (std::vector<int>{0, 2, 3, 4}));
}

// The triangulation itself is exact, however flat the dents that rounding makes in a face.
TEST(Hull, TrianglesOfRoundedFacesAreExactlyConvex) {
  test::Random random(5);
  for (int trial = 0; trial < 30; ++trial) {
    const Mat3<double> rotation = random.rotation();
    Points points;
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        for (int k = 0; k < 4; k += trial % 2 == 0 ? 3 : 1) {
          points.push_back(rotation * Vec3<double>{i / 8.0, j / 8.0, k / 8.0});
        }
      }
    }
    const TriangulatedHull hull = triangulate_hull(points);
    ASSERT_EQ(hull.span, Span::solid);
    std::vector<test::ExactPoint> exact_points;
    for (const auto& p : points) exact_points.push_back(test::exact(p));
    std::set<int> used;
    for (const HullTriangle& t : hull.triangle) {
      for (const auto& p : exact_points) {
        ASSERT_LE(test::exact_side(exact_points[t.vertex[0]], exact_points[t.vertex[1]],
                                   exact_points[t.vertex[2]], p),
                  0);
      }
      for (int k = 0; k < 3; ++k) {
        used.insert(t.vertex[k]);
        const HullTriangle& across = hull.triangle[t.neighbour[k]];
        bool shared = false;
        for (int j = 0; j < 3; ++j) {
          shared = shared || (across.vertex[j] == t.vertex[(k + 1) % 3] &&
                              across.vertex[(j + 1) % 3] == t.vertex[k]);
        }
        ASSERT_TRUE(shared);
      }
    }
    ASSERT_EQ(hull.triangle.size(), 2 * used.size() - 4);
    const Hull merged = convex_hull(points);
    EXPECT_EQ(merged.vertex.size(), 8u);
    EXPECT_EQ(merged.face_normal.size(), 6u);
    expect_closed(merged);
    expect_inside(merged, points, 2e-15);
  }
}

TEST(Hull, RotatedBoxesHaveSixFaces) {
  test::Random random(6);
  for (int trial = 0; trial < 5000; ++trial) {
    const Vec3<double> half{random.scale(1e-3, 1), random.scale(1e-3, 1), random.scale(1e-3, 1)};
    const Points points = test::rotated(random.rotation(), test::box_corners(half));
    const Hull hull = convex_hull(points);
    ASSERT_EQ(hull.vertex.size(), 8u);
    ASSERT_EQ(hull.face_normal.size(), 6u);
    ASSERT_EQ(hull.face_vertex.size(), 24u);
    expect_closed(hull);
    expect_inside(hull, points, 2e-15);
  }
}

TEST(Hull, RotatedPrismsKeepTheirFaces) {
  test::Random random(7);
  for (int sides = 3; sides < 40; ++sides) {
    Points points;
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * std::numbers::pi * i / sides;
      for (const double z : {-1.0, 0.25, 1.0}) {  // the middle ring lies on edges
        points.push_back({std::cos(angle), std::sin(angle), z});
      }
    }
    const Hull hull = convex_hull(test::rotated(random.rotation(), points));
    EXPECT_EQ(hull.vertex.size(), 2u * sides);
    EXPECT_EQ(hull.face_normal.size(), 2u + sides);
    expect_closed(hull);
  }
}

TEST(Hull, LargeInputsTakeSeconds) {
  test::Random random(8);
  Points sphere, grid;
  for (int i = 0; i < 200000; ++i) sphere.push_back(random.direction());
  const Mat3<double> rotation = random.rotation();
  for (int i = 0; i < 100; ++i) {
    for (int j = 0; j < 100; ++j) {
      for (const double z : {0.0, 1.0})
        grid.push_back(rotation * Vec3<double>{0.01 * i, 0.01 * j, z});
    }
  }
  const auto start = std::chrono::steady_clock::now();
  const Hull round = convex_hull(sphere);
  const Hull flat = convex_hull(grid);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(round.vertex.size(), 200000u);
  expect_closed(round);
  EXPECT_EQ(flat.vertex.size(), 8u);
  EXPECT_EQ(flat.face_normal.size(), 6u);
  EXPECT_LT(time.count(), 20.0);  // seconds; 1 on an idle core, sanitizers and neighbours take more
}

TEST(Hull, ExtremeCoordinates) {
  for (const double size : {1e-300, 1e-150, 1e150, 1e300}) {
    const Hull hull = convex_hull(test::box_corners({size, size, size}));
    EXPECT_EQ(hull.face_normal.size(), 6u) << size;
    EXPECT_EQ(hull.size, 2 * size);
  }
  // Corners that differ by far less than 2^-300 of the size are one.
  Points points = test::box_corners({1, 1, 1});
  points.push_back({1, 1e-200, 1e-250});
  points.push_back({1e-200, 1, 0});
  expect_closed(convex_hull(points));
  EXPECT_EQ(convex_hull(points).vertex.size(), 8u);
}

// Points of few distinct coordinates, jolted by units in the last place: the hardest for
// predicates.
RC_GTEST_PROP(Hull, AnyPointsGiveAClosedBodyThatHoldsThem, ()) {
  test::Random random(*rc::gen::arbitrary<unsigned>());
  const int count = *rc::gen::inRange(4, 60);
  const int kind = *rc::gen::inRange(0, 4);
  const Mat3<double> rotation = kind % 2 == 0 ? identity_matrix<double>() : random.rotation();
  Points points;
  for (int i = 0; i < count; ++i) {
    Vec3<double> p{random.integer(-2, 2) / 3.0, random.integer(-2, 2) / 3.0,
                   random.integer(-2, 2) / 3.0};
    if (kind >= 2) p = p + (0x1p-53 * random.integer(-4, 4)) * random.direction();
    points.push_back(rotation * p);
  }
  const Hull hull = convex_hull(points);
  if (hull.span != Span::solid || hull.thickness < 1e-12) return;
  expect_closed(hull);
  expect_inside(hull, points, 2e-14);
  RC_ASSERT(!testing::Test::HasFatalFailure());
}

TEST(FaceNormal, IsRightToTheLastBitsOnSlivers) {
  test::Random random(9);
  for (int trial = 0; trial < 5000; ++trial) {
    const double sliver = random.scale(1e-14, 1);
    const Vec3<double> u = random.direction(), v = random.direction();
    Points p{random.in_box(0.4), {}, {}};
    p[1] = p[0] + 0.5 * u;
    p[2] = p[0] + 0.3 * u + (0.2 * sliver) * v;
    const Vec3<test::Real> a = test::wide(p[0]), b = test::wide(p[1]), c = test::wide(p[2]);
    const Vec3<test::Real> cross_product = cross(b - a, c - a);
    if (norm(cross_product) == 0) continue;
    const Vec3<test::Real> expected = normalized(cross_product);
    const int corners[3] = {0, 1, 2};
    const FaceNormal found = face_normal(p, corners);
    ASSERT_LT(static_cast<double>(max_norm(test::wide(found.normal) - expected)), 1.2e-16);
    ASSERT_NEAR(found.twice_area, static_cast<double>(norm(cross_product)),
                4e-16 * found.twice_area);
  }
}

}  // namespace
}  // namespace talus
