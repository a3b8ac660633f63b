// The method "dfr-1999" against a search over all edges and all facets in extended precision, and
// its published weaknesses, each with the case that shows it.
#include "talus/narrow/mesh_mesh/published/dfr_1999.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "narrow/mesh_mesh/bodies.h"
#include "talus/query.h"

namespace talus::test {
namespace {

using mesh_mesh::CrossingPoint;
using mesh_mesh::Dfr1999Work;
using Real = long double;

struct Found {
  std::vector<CrossingPoint<double>> at;
  int inside{};
  Dfr1999Work work;
};

Found find(const MeshView<double>& a, const MeshView<double>& b, const RelativePose<double>& pose) {
  Found found;
  found.inside = mesh_mesh::dfr_1999(
      a, b, pose, found.work, [&](const CrossingPoint<double>& at) { found.at.push_back(at); });
  return found;
}

// Six times the volume of a tetrahedron.
Real volume(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
            const Vec3<double>& d) {
  Real m[3][3];
  const Vec3<double>* corner[3] = {&a, &b, &c};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) m[i][k] = Real((*corner[i])[k]) - Real(d[k]);
  }
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

bool crosses(const Vec3<double>& p, const Vec3<double>& q, const Vec3<double> (&t)[3]) {
  if ((volume(t[0], t[1], t[2], p) > 0) == (volume(t[0], t[1], t[2], q) > 0)) return false;
  const bool s0 = volume(p, q, t[0], t[1]) > 0, s1 = volume(p, q, t[1], t[2]) > 0,
             s2 = volume(p, q, t[2], t[0]) > 0;
  return s0 == s1 && s1 == s2;
}

// Edges of the source that cross facets of the target, all with all.
int crossings_of_all(const MeshView<double>& source, const MeshView<double>& target,
                     const RelativePose<double>& source_in_target) {
  int count = 0;
  for (int e = 0; e < source.edge_count; ++e) {
    const Vec3<double> p = source_in_target.point_to_a(source.vertex(source.edge[e].vertex[0])),
                       q = source_in_target.point_to_a(source.vertex(source.edge[e].vertex[1]));
    for (int f = 0; f < target.facet_count; ++f) {
      const Vec3<double> t[3] = {target.corner(f, 0), target.corner(f, 1), target.corner(f, 2)};
      count += crosses(p, q, t);
    }
  }
  return count;
}

int inside_of_all(const MeshView<double>& source, const MeshView<double>& target,
                  const RelativePose<double>& source_in_target) {
  int count = 0;
  for (int v = 0; v < source.vertex_count; ++v) {
    const Vec3<double> p = source_in_target.point_to_a(source.vertex(v));
    const Vec3<double> far = p + Vec3<double>{20.137, 0.211, 0.0973};
    bool odd = false;
    for (int f = 0; f < target.facet_count; ++f) {
      const Vec3<double> t[3] = {target.corner(f, 0), target.corner(f, 1), target.corner(f, 2)};
      odd ^= crosses(p, far, t);
    }
    count += odd;
  }
  return count;
}

TEST(Dfr1999, FindsTheCrossingsAndPointsThatAllToAllFinds) {
  std::mt19937 engine(11);
  for (const MeshSurface surface : {MeshSurface::source, MeshSurface::tessellated}) {
    const Mesh a = make_mesh(rough_stone(6, 1), {.cells = 12, .surface = surface}),
               b = make_mesh(torus(0.6, 0.25, 20, 12), {.cells = 10, .surface = surface});
    int hits = 0, misses = 0;
    for (int n = 0; n < 60; ++n) {
      const RelativePose<double> pose{random_rotation(engine), 1.5 * random_direction(engine)};
      const RelativePose<double> back = mesh_mesh::inverse(pose);
      const Found found = find(a.view(), b.view(), pose);
      const int expected =
          crossings_of_all(a.view(), b.view(), back) + crossings_of_all(b.view(), a.view(), pose);
      EXPECT_EQ(static_cast<int>(found.at.size()), expected) << n;
      EXPECT_EQ(found.inside,
                inside_of_all(a.view(), b.view(), back) + inside_of_all(b.view(), a.view(), pose))
          << n;
      ++(expected > 0 ? hits : misses);
    }
    EXPECT_GT(hits, 18);
    EXPECT_GT(misses, 6);
  }
}

// Crossing points lie on both surfaces; inner ends below the facet by the depth.
TEST(Dfr1999, CrossingPointsLieOnBothSurfaces) {
  const Mesh a = make_mesh(rough_stone(6, 1), {.cells = 12}),
             b = make_mesh(rough_stone(6, 2), {.cells = 12});
  std::mt19937 engine(3);
  int points = 0;
  for (int n = 0; n < 20; ++n) {
    const RelativePose<double> pose{random_rotation(engine), 1.4 * random_direction(engine)};
    for (const CrossingPoint<double>& c : find(a.view(), b.view(), pose).at) {
      const Vec3<double> in_b = transpose_times(pose.rotation, c.point - pose.translation);
      const double far = std::numeric_limits<double>::infinity();
      EXPECT_LT(std::abs(project_to_surface(a.view(), c.point, far).distance), 1e-12);
      EXPECT_LT(std::abs(project_to_surface(b.view(), in_b, far).distance), 1e-12);
      EXPECT_NEAR(dot(c.of_b ? -c.normal : c.normal, c.inner - c.point), c.depth, 1e-12);
      EXPECT_GE(c.depth, -1e-14);
      ++points;
    }
  }
  EXPECT_GT(points, 200);
}

Contact<double> answer(const Shape& a, const Shape& b, const Vec3<double>& position,
                       const Quat<double>& turn = {1.0, 0.0, 0.0, 0.0}) {
  return contact(a, {}, b, {position, turn}, {}, nullptr,
                 find_method(Kind::mesh, Kind::mesh, "dfr-1999"));
}

TEST(Dfr1999, ACornerInAFaceIsExactAndKeepsTheContract) {
  const Shape cube = make_mesh(box({1.0, 1.0, 1.0}), {.cells = 9, .surface = MeshSurface::source});
  // B stands on a corner: turned by the quaternion that takes (1, 1, 1) to -z.
  const double angle = 0.5 * std::acos(-1.0 / std::sqrt(3.0)), s = std::sin(angle) / std::sqrt(2.0);
  const Quat<double> on_corner{std::cos(angle), s, -s, 0.0};
  const double depth = 0.07;
  const Contact<double> c =
      answer(cube, cube, {0.123, -0.217, 1.0 + std::sqrt(3.0) - depth}, on_corner);
  EXPECT_EQ(c.status, Status::overlapping);
  EXPECT_EQ(c.definition, Definition::deepest_contact);
  EXPECT_NEAR(c.distance, -depth, 1e-12);
  EXPECT_LE(c.lower, c.distance);
  EXPECT_LT(norm(c.normal - Vec3<double>{0.0, 0.0, 1.0}), 1e-12);
  EXPECT_LT(norm(c.point_b - c.point_a - c.distance * c.normal), 1e-12);
}

TEST(Dfr1999, ATorusLinkedWithATorusIsSeparated) {
  const Mesh ring = make_mesh(torus(0.75, 0.2, 48, 16), {.cells = 24});
  const double s = std::sqrt(0.5);
  const Contact<double> c = answer(ring, ring, {0.75, 0.0, 0.0}, {s, s, 0.0, 0.0});
  EXPECT_EQ(c.status, Status::separated);
  EXPECT_LT(c.lower, 0.0);
  const Contact<double> pressed = answer(ring, ring, {1.13, 0.0, 0.0}, {s, s, 0.0, 0.0});
  EXPECT_EQ(pressed.status, Status::overlapping);
}

TEST(Dfr1999Weakness, ABodyWhollyInsideHasNoDepth) {
  const Shape cube = make_mesh(box({1.0, 1.0, 1.0}), {.cells = 16}),
              pebble = make_mesh(moved(rough_stone(4, 1), {}, 0.1), {.cells = 8});
  const Contact<double> c = answer(cube, pebble, {0.2, -0.1, 0.3});
  EXPECT_EQ(c.status, Status::iteration_limit);
  EXPECT_EQ(c.upper, 0.0);
  EXPECT_LE(c.lower, c.distance);
  EXPECT_EQ(contact(cube, {}, pebble, {{0.2, -0.1, 0.3}, {}}).status, Status::overlapping);
}

// The edge of a block leaves through a side of the target: its end is 0.05 below the top, but the
// depth is that below the side, 0.4.
TEST(Dfr1999Weakness, ADepthMayBeOfAnotherFaceThanTheNearest) {
  const Shape target =
                  make_mesh(box({0.5, 1.0, 1.0}), {.cells = 9, .surface = MeshSurface::source}),
              block = make_mesh(box({0.6, 0.3, 0.3}), {.cells = 7, .surface = MeshSurface::source});
  const Vec3<double> position{0.7, 0.013, 1.25};  // x from 0.1 to 1.3, z from 0.95
  const Contact<double> c = answer(target, block, position);
  ASSERT_EQ(c.status, Status::overlapping);
  EXPECT_NEAR(-c.distance, 0.4, 1e-12);
  EXPECT_NEAR(-contact(target, {}, block, {position, {}}).distance, 0.05, 1e-3);
}

TEST(Dfr1999Weakness, SeparatedBodiesHaveAnUpperBoundOfTheirDistanceOnly) {
  const Shape a = make_mesh(rough_stone(6, 1), {.cells = 12}),
              b = make_mesh(rough_stone(6, 2), {.cells = 12});
  std::mt19937 engine(7);
  double largest = 0.0;
  for (int n = 0; n < 30; ++n) {
    const Vec3<double> position = 2.6 * random_direction(engine);
    const Contact<double> c = answer(a, b, position), exact = contact(a, {}, b, {position, {}});
    ASSERT_EQ(exact.status, Status::separated);
    EXPECT_EQ(c.status, Status::separated);
    EXPECT_LE(c.lower, exact.distance + 1e-12);
    EXPECT_GE(c.distance, exact.distance - 1e-12);
    largest = std::max(largest, c.distance - exact.distance);
  }
  EXPECT_GT(largest, 0.05);
}

// Two equal cubes at the same place: every edge lies in faces of the other and crosses none. No
// depth is found, where surface-overlap counts coincident faces as moved apart by an infinitesimal.
TEST(Dfr1999Weakness, CoincidentFacesAreDecidedByRounding) {
  const Shape cube = make_mesh(box({1.0, 1.0, 1.0}), {.cells = 9, .surface = MeshSurface::source});
  const Contact<double> c = answer(cube, cube, {}), exact = contact(cube, {}, cube, {});
  EXPECT_EQ(exact.status, Status::overlapping);
  EXPECT_LT(exact.distance, -0.3);
  EXPECT_GT(c.distance, -1e-9);
}

// The overlap of the bodies is half a cell deep, but the boxes overlap by as much at any
// resolution, and every cell of that volume is visited: with eight times the surface points
// 8^1.5 = 22.6 times the cells.
TEST(Dfr1999Weakness, VisitsTheVolumeOfTheZone) {
  Dfr1999Work work[2];
  int vertices[2];
  const Quat<double> turn{0.9, 0.3, 0.25, 0.2};
  const RelativePose<double> pose{rotation_of(turn), {0.95, 0.75, 0.65}};
  for (int k = 0; k < 2; ++k) {
    const int detail = k == 0 ? 10 : 28;
    const Mesh a = make_mesh(rough_stone(detail, 3),
                             {.cells = detail, .surface = MeshSurface::source}),
               b = make_mesh(rough_stone(detail, 4),
                             {.cells = detail, .surface = MeshSurface::source});
    work[k] = find(a.view(), b.view(), pose).work;
    vertices[k] = a.view().vertex_count;
  }
  const double scale = std::log(double(vertices[1]) / vertices[0]);
  const auto exponent = [&](std::int64_t small, std::int64_t large) {
    return std::log(double(large) / double(small)) / scale;
  };
  EXPECT_NEAR(exponent(work[0].zone_cells, work[1].zone_cells), 1.5, 0.15);
  EXPECT_NEAR(exponent(work[0].stencil_hits, work[1].stencil_hits), 1.0, 0.2);
  EXPECT_NEAR(exponent(work[0].edges, work[1].edges), 1.0, 0.2);
}

TEST(Dfr1999, IsListedLast) {
  const auto names = method_names(Kind::mesh, Kind::mesh);
  EXPECT_EQ(names.back(), "dfr-1999");
}

}  // namespace
}  // namespace talus::test
