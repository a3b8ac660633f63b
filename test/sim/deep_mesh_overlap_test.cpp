// Meshes that overlap deeply at the start, surfaces that coincide among them.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "sim/setup_for_tests.h"
#include "talus/mesh_file.h"

namespace talus {
namespace {

// Adds the box between two corners; inwards: as the wall of a cavity.
void add_box(const Vec3<double>& lower, const Vec3<double>& upper, bool inwards,
             TriangleMesh& mesh) {
  const int first = static_cast<int>(mesh.vertices.size());
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.push_back({(i & 1) != 0 ? upper.x : lower.x, (i & 2) != 0 ? upper.y : lower.y,
                             (i & 4) != 0 ? upper.z : lower.z});
  }
  const std::array<int, 3> sides[] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                      {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                      {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  for (std::array<int, 3> t : sides) {
    if (inwards) std::swap(t[1], t[2]);
    mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
  }
}

Mesh box_mesh(const Vec3<double>& half) {
  TriangleMesh mesh;
  add_box(-half, half, false, mesh);
  return make_mesh(mesh, {.cells = 16});
}

// A hollow cube.
Mesh box_shell(double half, double thickness) {
  TriangleMesh mesh;
  add_box({-half, -half, -half}, {half, half, half}, false, mesh);
  const double inner = half - thickness;
  add_box({-inner, -inner, -inner}, {inner, inner, inner}, true, mesh);
  return make_mesh(mesh, {.cells = 16, .surface = MeshSurface::source});
}

// A cube that is open above: the walls and the floor of a crate, in one shell.
Mesh crate(double half, double thickness) {
  const double inner = half - thickness;
  TriangleMesh mesh;
  for (const double r : {half, inner}) {  // corners of the outer and of the inner surface
    const double low = r == half ? -half : -inner;
    for (const double z : {low, half}) {
      for (const auto& [x, y] : {std::pair(-r, -r), {r, -r}, {r, r}, {-r, r}}) {
        mesh.vertices.push_back({x, y, z});
      }
    }
  }
  const auto quad = [&](int a, int b, int c, int d) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  };
  quad(3, 2, 1, 0);    // below
  quad(8, 9, 10, 11);  // the floor inside
  for (int k = 0; k < 4; ++k) {
    const int next = (k + 1) % 4;
    quad(k, next, 4 + next, 4 + k);            // outside
    quad(8 + next, 8 + k, 12 + k, 12 + next);  // inside
    quad(4 + k, 4 + next, 12 + next, 12 + k);  // the rim
  }
  return make_mesh(mesh, {.cells = 16, .surface = MeshSurface::source});
}

// An ellipsoid as facets, n around it, and hollow if the thickness is less than 1.
Mesh ellipsoid_mesh(const Vec3<double>& axes, int n, double thickness) {
  TriangleMesh mesh;
  for (const double scale : {1.0, 1.0 - thickness}) {
    if (!(scale > 0.0)) continue;
    const int first = static_cast<int>(mesh.vertices.size());
    for (int i = 0; i <= n / 2; ++i) {
      const double polar = std::numbers::pi * i / (n / 2);
      const int count = i == 0 || i == n / 2 ? 1 : n;
      for (int k = 0; k < count; ++k) {
        const double turn = 2.0 * std::numbers::pi * k / n;
        mesh.vertices.push_back(scale * Vec3<double>{axes.x * std::sin(polar) * std::cos(turn),
                                                     axes.y * std::sin(polar) * std::sin(turn),
                                                     axes.z * std::cos(polar)});
      }
    }
    const auto at = [&](int i, int k) {
      return i == 0       ? first
             : i == n / 2 ? first + 1 + (n / 2 - 1) * n
                          : first + 1 + (i - 1) * n + k % n;
    };
    const auto add = [&](int a, int b, int c) {
      if (scale < 1.0) std::swap(b, c);
      mesh.triangles.push_back({a, b, c});
    };
    for (int i = 0; i < n / 2; ++i) {
      for (int k = 0; k < n; ++k) {
        if (i + 1 < n / 2) add(at(i, k), at(i + 1, k), at(i + 1, k + 1));
        if (i > 0) add(at(i, k), at(i + 1, k + 1), at(i, k + 1));
      }
    }
  }
  return make_mesh(mesh, {.cells = 16, .surface = MeshSurface::source});
}

std::string refusal(const Shape& a, const Shape& b, const Vec3<double>& between) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.add(scene.shape(a), {});
  scene.add(scene.shape(b), {between, {1, 0, 0, 0}});
  try {
    Simulation simulation(scene.setup);
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "";
}

TEST(MeshOverlap, OfBodiesWithTheSameSurfaceIsRefused) {
  const Vec3<double> cube{0.01, 0.01, 0.01}, plate{0.02, 0.02, 0.0005};
  for (const Vec3<double>& half : {cube, plate}) {
    const Mesh mesh = box_mesh(half);
    const std::string same = refusal(mesh, mesh, {});
    EXPECT_NE(same.find("body 0 and body 1 overlap by"), std::string::npos) << same;
    EXPECT_NE(same.find("at the start"), std::string::npos) << same;
  }
  // A mesh and the polyhedron or ball of its size, and one body within another.
  EXPECT_NE(refusal(box_mesh(cube), cube_of(0.01), {}), "");
  EXPECT_NE(refusal(box_mesh(cube), make_sphere(0.004), {}), "");
  EXPECT_NE(refusal(box_mesh({0.02, 0.02, 0.02}), box_mesh({0.004, 0.004, 0.004}), {}), "");
}

// Shells of a tenth to a five-hundredth of their size, in one place and nearly so: by a fraction of
// their thickness along an axis, along a diagonal and along nothing in particular.
TEST(MeshOverlap, OfThinShellsIsRefusedHoweverThin) {
  const double half = 0.01;
  for (const double part : {0.1, 0.04, 0.01, 0.002}) {
    const double t = part * 2.0 * half;
    for (const Mesh& body : {box_shell(half, t), crate(half, t),
                             ellipsoid_mesh({half, 0.8 * half, 0.6 * half}, 24, part)}) {
      for (const Vec3<double>& by : {Vec3<double>{},
                                     {1e-9 * t, 0, 0},
                                     {0, 0, 0.1 * t},
                                     {0.1 * t, 0.1 * t, 0.1 * t},
                                     {0.13 * t, -0.07 * t, 0.05 * t}}) {
        const std::string end = refusal(body, body, by);
        EXPECT_NE(end.find("body 0 and body 1 overlap by"), std::string::npos)
            << part << " " << by.x << " " << by.y << " " << by.z << ": " << end;
      }
    }
  }
}

// A shell around its like, a ball or a crate of half its size touches nothing.
TEST(MeshOverlap, OfBodiesInTheHollowOfAnotherIsAllowed) {
  const Mesh shell = box_shell(0.01, 0.0004), open = crate(0.01, 0.0004);
  for (const Mesh& outer : {shell, open}) {
    EXPECT_EQ(refusal(outer, box_shell(0.005, 0.0002), {}), "");
    EXPECT_EQ(refusal(outer, crate(0.005, 0.0002), {}), "");
    EXPECT_EQ(refusal(outer, make_sphere(0.009), {}), "");
    EXPECT_EQ(refusal(outer, make_ellipsoid({0.009, 0.008, 0.007}), {}), "");
  }
  // Crates beside each other, and one on the rim of the other.
  EXPECT_EQ(refusal(open, open, {0.02 - 1e-6, 0, 0}), "");
  EXPECT_EQ(refusal(open, open, {0, 0, 0.02 - 1e-6}), "");
}

TEST(MeshOverlap, OfConvexBodiesWithTheSameSurfaceIsRefused) {
  const Vec3<double> axes{0.01, 0.008, 0.006};
  const Mesh whole = ellipsoid_mesh(axes, 32, 1.0), shell = ellipsoid_mesh(axes, 32, 0.02);
  const double t = 0.02 * 0.008;
  for (const Shape& convex :
       {Shape(make_ellipsoid(axes)), Shape(make_superquadric(axes, 2, 2)),
        Shape(make_superquadric(axes, 2.2, 2.5)), Shape(make_ellipsoid(1.01 * axes))}) {
    for (const Vec3<double>& by : {Vec3<double>{}, {0.2 * t, 0, 0}, {0.1 * t, 0.1 * t, -0.2 * t}}) {
      EXPECT_NE(refusal(whole, convex, by), "") << by.x;
      EXPECT_NE(refusal(shell, convex, by), "") << by.x;
    }
    // One within the other.
    EXPECT_NE(refusal(box_mesh({0.03, 0.03, 0.03}), convex, {0.001, 0, 0}), "");
    EXPECT_NE(refusal(box_mesh({0.001, 0.001, 0.001}), convex, {0.001, 0, 0}), "");
  }
  EXPECT_NE(refusal(box_mesh(axes), make_superquadric(axes, 20, 20), {}), "");
  EXPECT_EQ(refusal(whole, make_ellipsoid(axes), {0.0199, 0, 0}), "");
  EXPECT_EQ(refusal(box_mesh(axes), make_superquadric(axes, 20, 20), {0, 0, 0.0119}), "");
}

TEST(MeshOverlap, OfBodiesThatTouchIsAllowed) {
  const Vec3<double> half{0.01, 0.01, 0.01};
  for (const double overlap : {0.0, 1e-6, 1e-3}) {
    EXPECT_EQ(refusal(box_mesh(half), box_mesh(half), {0.02 - overlap, 0, 0}), "") << overlap;
  }
  EXPECT_EQ(
      refusal(box_mesh({0.02, 0.02, 0.0005}), box_mesh({0.02, 0.02, 0.0005}), {0, 0, 0.001 - 1e-4}),
      "");
}

}  // namespace
}  // namespace talus
