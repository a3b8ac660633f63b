// Surfaces are closed, face outward, lie on the body and enclose its volume.
#include "talus/output/tessellate.h"

#include <gtest/gtest.h>

#include <map>

#include "output/example_run.h"
#include "talus/shape.h"

namespace {

using namespace talus;

std::vector<Shape> smooth_shapes() {
  return {make_sphere(0.3),
          make_ellipsoid({1, 2, 0.1}),
          make_superquadric({1, 2, 3}, 2, 2),
          make_superquadric({1, 1, 1}, 8, 8),
          make_superquadric({1, 2, 0.5}, 2, 20),
          make_superquadric({1, 1, 2}, 1, 1),
          make_superquadric({2, 1, 1}, 1.2, 5)};
}

std::vector<Shape> exact_shapes() {
  const std::vector<Vec3<double>> corners{{0, 0, 0}, {1, 0, 0}, {1, 1.1, 0}, {0, 1.1, 0},
                                          {0, 0, 1}, {1, 0, 1}, {1, 1.1, 1}, {0.5, 0.5, 2}};
  return {make_polyhedron(corners), make_mesh(test::ring_mesh(), {16, MeshSurface::source, 1}),
          make_mesh(test::ring_mesh(24), {16, MeshSurface::tessellated, 1})};
}

Vec3<double> corner(const Surface& s, std::size_t k) {
  return s.vertex[static_cast<std::size_t>(s.corner[k])];
}

double volume(const Surface& s) {
  double six = 0;
  for (std::size_t p = 0; p < s.polygon_count(); ++p) {
    const auto first = static_cast<std::size_t>(s.start[p]);
    for (std::size_t k = first + 1; k + 1 < static_cast<std::size_t>(s.start[p + 1]); ++k) {
      six += dot(corner(s, first), cross(corner(s, k), corner(s, k + 1)));
    }
  }
  return six / 6;
}

void expect_closed(const Surface& s) {
  std::map<std::pair<int, int>, int> edges;
  for (std::size_t p = 0; p < s.polygon_count(); ++p) {
    const int first = s.start[p], count = s.start[p + 1] - first;
    ASSERT_GE(count, 3);
    for (int k = 0; k < count; ++k) {
      const int a = s.corner[static_cast<std::size_t>(first + k)];
      const int b = s.corner[static_cast<std::size_t>(first + (k + 1) % count)];
      ++edges[{a, b}];
    }
  }
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ(edges.count({edge.second, edge.first}), 1u);
  }
}

// Of a convex body: no vertex is beyond the tangent plane of another.
void expect_tangent_planes(const Surface& s) {
  ASSERT_EQ(s.normal_of, s.corner);
  const std::size_t stride = 1 + s.vertex.size() / 200;
  for (std::size_t i = 0; i < s.vertex.size(); ++i) {
    EXPECT_NEAR(norm(s.normal[i]), 1, 1e-12);
    const double height = dot(s.normal[i], s.vertex[i]);
    for (std::size_t j = i % stride; j < s.vertex.size(); j += stride) {
      EXPECT_LE(dot(s.normal[i], s.vertex[j]), height + 1e-12);
    }
  }
}

void expect_normals_of_polygons(const Surface& s) {
  constexpr double cosine = 0.8;
  ASSERT_EQ(s.normal_of.size(), s.corner.size());
  for (std::size_t p = 0; p < s.polygon_count(); ++p) {
    const auto first = static_cast<std::size_t>(s.start[p]);
    const Vec3<double> flat =
        cross(corner(s, first + 1) - corner(s, first), corner(s, first + 2) - corner(s, first));
    for (auto k = first; k < static_cast<std::size_t>(s.start[p + 1]); ++k) {
      const Vec3<double>& n = s.normal[static_cast<std::size_t>(s.normal_of[k])];
      EXPECT_NEAR(norm(n), 1, 1e-12);
      EXPECT_GE(dot(n, flat), (cosine - 1e-9) * norm(flat));
    }
  }
}

TEST(Tessellate, SmoothBodies) {
  const std::vector<Shape> shapes = smooth_shapes();
  double last_error[7] = {1, 1, 1, 1, 1, 1, 1};
  const double limit[] = {0.25, 0.1, 0.035, 0.013};
  for (const Detail detail : {Detail::sparse, Detail::coarse, Detail::medium, Detail::fine}) {
    const std::vector<Surface> surfaces = tessellate(shapes, detail);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      expect_closed(surfaces[i]);
      expect_tangent_planes(surfaces[i]);
      for (const Vec3<double>& v : surfaces[i].vertex) {
        const double f = std::visit(
            [&](const auto& body) -> double {
              using Body = std::decay_t<decltype(body)>;
              if constexpr (std::is_same_v<Body, Superquadric<double>> ||
                            std::is_same_v<Body, Ellipsoid<double>>) {
                return inside_outside(body, v);
              } else {
                return norm(v) / 0.3 - 1;
              }
            },
            shapes[i]);
        EXPECT_NEAR(f, 0, 1e-13);
      }
      // Convex with its corners on the surface: always less than the body, and ever closer.
      const double error = 1 - volume(surfaces[i]) / mass_properties(shapes[i]).volume;
      EXPECT_GT(error, -1e-12);
      EXPECT_LT(error, limit[static_cast<int>(detail)]) << i;
      EXPECT_LT(error, last_error[i] + 1e-12);
      last_error[i] = error;
    }
  }
}

TEST(Tessellate, PolyhedraAndMeshesAreExact) {
  const std::vector<Shape> shapes = exact_shapes();
  const std::vector<Surface> surfaces = tessellate(shapes, Detail::sparse);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    expect_closed(surfaces[i]);
    expect_normals_of_polygons(surfaces[i]);
    const double expected = mass_properties(shapes[i]).volume;
    EXPECT_NEAR(volume(surfaces[i]), expected, 1e-12 * expected);
  }
}

TEST(Tessellate, BodiesWithoutASurfaceAreEmpty) {
  const std::vector<Surface> surfaces =
      tessellate({make_half_space({0, 0, 1}, 0), make_segment({0, 0, 0}, {1, 0, 0})}, Detail::fine);
  for (const Surface& s : surfaces) EXPECT_EQ(s.polygon_count(), 0u);
}

}  // namespace
