// What triangles make up: faces, creases and corners, and what is refused.
#include "talus/shape/triangle_wall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace talus::test {
namespace {

using Points = std::vector<Vec3<double>>;
using Triangles = std::vector<std::array<std::int32_t, 3>>;

std::string refusal(const Points& vertices, const Triangles& triangles) {
  try {
    const TriangleWall wall(vertices, triangles);
  } catch (const ShapeError& error) {
    return error.what();
  }
  return "";
}

TEST(TriangleWall, RefusesWhatIsNoSurface) {
  const Points corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  EXPECT_EQ(refusal(corners, {}), "wall: there must be at least one triangle");
  EXPECT_EQ(refusal(corners, {{0, 1, 2}, {0, 1, 3}}),
            "wall: triangle 1 has vertex 3, but there are 3 vertices");
  EXPECT_EQ(refusal(corners, {{0, -1, 2}}),
            "wall: triangle 0 has vertex -1, but there are 3 vertices");
  EXPECT_THAT(refusal({{0, 0, 0}, {1, 0, 0}, {0, std::nan(""), 0}}, {{0, 1, 2}}),
              testing::HasSubstr("wall: vertex 2 must be finite"));
  EXPECT_EQ(refusal({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}, {0, 1, 1}}),
            "wall: no triangle has any area");
  EXPECT_EQ(refusal({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, {{0, 1, 2}}),
            "wall: no triangle has any area");
}

// A cylinder of n sides and two strips per side, open at both ends, in floats as a file has them;
// each triangle with corners of its own, as in STL.
TriangleWall pipe(int n, const Vec3<double>& shift) {
  Points vertex;
  Triangles triangle;
  const auto at = [&](int i, double z) -> Vec3<double> {
    const double a = 2.0 * std::numbers::pi * (i % n) / n;
    return {static_cast<float>(std::cos(a) + shift.x), static_cast<float>(std::sin(a) + shift.y),
            static_cast<float>(z + shift.z)};
  };
  const auto add = [&](const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
    const auto first = static_cast<std::int32_t>(vertex.size());
    vertex.insert(vertex.end(), {a, b, c});
    triangle.push_back({first, first + 1, first + 2});
  };
  for (int i = 0; i < n; ++i) {
    for (const double z : {0.0, 1.0}) {
      add(at(i, z), at(i + 1, z), at(i + 1, z + 1.0));
      add(at(i, z), at(i + 1, z + 1.0), at(i, z + 1.0));
    }
  }
  return TriangleWall(vertex, triangle);
}

TEST(TriangleWall, JoinsWhatAFileOfFloatsHasCutUp) {
  for (const Vec3<double>& shift : {Vec3<double>{}, Vec3<double>{30, -20, 10}}) {
    const TriangleWall wall = pipe(12, shift);
    EXPECT_EQ(wall.faces().size(), 12u);
    EXPECT_EQ(wall.crease_count(), 36);  // twelve along the axis, two rims of twelve
    EXPECT_EQ(wall.corner_count(), 24);
    int rims = 0;
    for (int c = 0; c < wall.crease_count(); ++c) rims += wall.beside(c).size() == 1;
    EXPECT_EQ(rims, 24);
    for (int c = 0; c < wall.crease_count(); ++c) {
      for (const WallBeside& face : wall.beside(c)) {
        const WallCrease& crease = wall.creases()[static_cast<std::size_t>(c)];
        EXPECT_NEAR(norm(face.into), 1.0, 1e-12);
        EXPECT_NEAR(dot(face.into, normalized(crease.to - crease.from)), 0.0, 1e-12);
        EXPECT_NEAR(dot(face.into, wall.faces()[static_cast<std::size_t>(face.face)].normal), 0.0,
                    1e-4);
      }
    }
    // Every vertex is on the planes of its triangles' faces.
    for (std::size_t t = 0; t < wall.triangles().size(); ++t) {
      const WallFace& plane =
          wall.faces()[static_cast<std::size_t>(wall.face_of(static_cast<std::int32_t>(t)))];
      for (int k = 0; k < 3; ++k) {
        const Vec3<double> v = wall.corner_of(static_cast<std::int32_t>(t), k);
        EXPECT_NEAR(dot(plane.normal, v), plane.offset, 3e-7 * (1.0 + max_norm(v)));
      }
    }
  }
}

TEST(TriangleWall, KeepsAThinStep) {
  // Two plates side by side, one a thousandth higher, and the riser between them.
  const TriangleWall wall({{0, 0, 0},
                           {1, 0, 0},
                           {1, 1, 0},
                           {0, 1, 0},
                           {1, 0, 1e-3},
                           {2, 0, 1e-3},
                           {2, 1, 1e-3},
                           {1, 1, 1e-3}},
                          {{0, 1, 2}, {0, 2, 3}, {1, 4, 7}, {1, 7, 2}, {4, 5, 6}, {4, 6, 7}});
  EXPECT_EQ(wall.faces().size(), 3u);
}

TEST(TriangleWall, FoldsThreeSheetsAtOneCrease) {
  const TriangleWall wall({{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 0, 1}},
                          {{0, 1, 2}, {1, 0, 3}, {0, 4, 1}});
  EXPECT_EQ(wall.faces().size(), 3u);
  int three = 0;
  for (int c = 0; c < wall.crease_count(); ++c) three += wall.beside(c).size() == 3;
  EXPECT_EQ(three, 1);
}

TEST(TriangleWall, LeavesOutTrianglesWithoutArea) {
  const TriangleWall wall({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.5, 0, 0}}, {{0, 1, 2}, {0, 3, 1}});
  EXPECT_EQ(wall.face_of(0), 0);
  EXPECT_EQ(wall.face_of(1), -1);
  EXPECT_EQ(wall.faces().size(), 1u);
  EXPECT_EQ(wall.crease_count(), 3);
}

// The normals of a sheet are on one side of it, in whatever order the corners come; faces that meet
// at a crease of three are no sheet.
TEST(TriangleWall, ASheetHasItsNormalsOnOneSide) {
  Points cube;
  for (int i = 0; i < 8; ++i) {
    cube.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
  }
  // Every other triangle is turned around.
  const TriangleWall wall(cube, {{0, 1, 2},
                                 {1, 2, 3},
                                 {4, 5, 6},
                                 {5, 6, 7},
                                 {0, 1, 4},
                                 {1, 4, 5},
                                 {2, 3, 6},
                                 {3, 6, 7},
                                 {0, 2, 4},
                                 {2, 4, 6},
                                 {1, 3, 5},
                                 {3, 5, 7}});
  ASSERT_EQ(wall.faces().size(), 6u);
  const double outward = wall.faces()[0].offset;
  EXPECT_NEAR(std::abs(outward), 1.0, 1e-15);
  for (const WallFace& face : wall.faces()) {
    EXPECT_EQ(face.sheet, 0);
    EXPECT_NEAR(face.offset, outward, 1e-15);  // the origin is on the same side of all
  }
  const TriangleWall fork({{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 0, 1}},
                          {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}});
  ASSERT_EQ(fork.faces().size(), 3u);
  EXPECT_EQ(fork.faces()[2].sheet, 2);
}

// Triangles that meet side by side at T-junctions, from both sides of a line: one face, whatever
// the vertices on the line are; a crease if they do not lie in one plane.
TEST(TriangleWall, IsCutAtJunctions) {
  for (const double bend : {0.0, 1.0}) {
    const Points points{{0, 0, 0},   {3, 0, 0},   {1, 0, 0},       {2, 0, 0},
                        {1.5, 0, 0}, {1.5, 1, 0}, {0.5, -1, bend}, {2.5, -1, bend}};
    // Above the line two triangles meet at 1.5, below it three corners are at 1 and 2.
    const TriangleWall wall(points,
                            {{0, 4, 5}, {4, 1, 5}, {0, 2, 6}, {2, 6, 7}, {2, 3, 7}, {3, 1, 7}});
    EXPECT_EQ(wall.faces().size(), bend == 0.0 ? 1u : 2u);
    int inner = 0;
    for (std::int32_t c = 0; c < wall.crease_count(); ++c) {
      if (wall.beside(c).size() == 2) {
        ++inner;
        EXPECT_EQ(wall.beside(c)[0].face + wall.beside(c)[1].face, 1);
        const WallCrease& crease = wall.creases()[static_cast<std::size_t>(c)];
        EXPECT_NEAR(norm(crease.to - crease.from), 3.0, 1e-15);
      }
    }
    EXPECT_EQ(inner, bend == 0.0 ? 0 : 1);
    // The line is no rim.
    for (const WallFace& face : wall.faces()) EXPECT_EQ(face.sheet, 0);
  }
}

}  // namespace
}  // namespace talus::test
