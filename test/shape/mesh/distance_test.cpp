// Classification and distances against a search over all facets and the solid angle of the surface,
// for convex and concave bodies, with holes and cavities, kept and tessellated.
#include <gtest/gtest.h>

#include <algorithm>

#include "shape/mesh/grains.h"
#include "shape/numbers.h"
#include "talus/shape/mesh/haar.h"
#include "talus/shape/mesh/mesh.h"
#include "talus/shape/mesh/nearest.h"

namespace talus {
namespace {

using test::Random;

struct Grain {
  const char* name;
  TriangleMesh mesh;
};

std::vector<Grain> grains() {
  return {
      {"box", test::box({1.0, 0.6, 0.4})},
      {"torus", test::torus(0.7, 0.3, 60, 24)},
      {"trefoil", test::trefoil(0.15, 120, 14)},
      {"cup", test::cup(40, 8)},
      {"stone", test::rough_stone(14, 5)},
      {"link", test::chain_link(0.8, 0.4, 0.15, 80, 12)},
      {"bolt", test::bolt(40, 40)},
      {"nut", test::nut(48, 20, 0.02)},
      {"cavity", test::joined(test::sphere(10), test::moved(test::sphere(8), {0.1, 0, 0}, 0.5))}};
}

// The distance by brute force, in long double, with a triangle's nearest point found in another
// way: the projection onto the plane if it is inside, else the sides.
long double brute_distance(const MeshView<double>& view, const Vec3<double>& p) {
  using Wide = Vec3<long double>;
  const auto wide = [](const Vec3<double>& v) { return Wide{v.x, v.y, v.z}; };
  const Wide x = wide(p);
  long double best = 1e30L;
  for (int f = 0; f < view.facet_count; ++f) {
    const Wide c[3] = {wide(view.corner(f, 0)), wide(view.corner(f, 1)), wide(view.corner(f, 2))};
    const Wide n = cross(c[1] - c[0], c[2] - c[0]);
    bool over = dot(n, n) > 0.0L;
    for (int k = 0; k < 3; ++k) {
      const Wide e = c[(k + 1) % 3] - c[k];
      over = over && dot(cross(n, e), x - c[k]) >= 0.0L;
      const long double t = std::clamp(dot(x - c[k], e) / dot(e, e), 0.0L, 1.0L);
      best = std::min(best, norm(x - (c[k] + t * e)));
    }
    if (over) best = std::min(best, std::abs(dot(n, x - c[0])) / norm(n));
  }
  return best;
}

// The solid angle over 4 pi: 1 inside, 0 outside.
double winding(const MeshView<double>& view, const Vec3<double>& p) {
  double sum = 0.0;
  for (int f = 0; f < view.facet_count; ++f) {
    const Vec3<double> a = view.corner(f, 0) - p, b = view.corner(f, 1) - p,
                       c = view.corner(f, 2) - p;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    sum += 2.0 * std::atan2(dot(a, cross(b, c)),
                            la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (2.0 * test::two_pi);
}

// A point of the kind that goes wrong: anywhere, near the surface, on planes of the lattice, over
// edges and corners.
Vec3<double> awkward_point(const MeshView<double>& view, Random& random, int n) {
  const Vec3<double> anywhere = random.in_box(1.3);
  const int f = random.integer(0, view.facet_count - 1);
  const Vec3<double> corner = view.corner(f, random.integer(0, 2));
  const double h = view.cell_size.x;
  switch (n % 5) {
    case 0:
      return anywhere;
    case 1:  // near the surface
      return corner + h * random.scale(1e-6, 1.0) * random.direction();
    case 2:  // on the middle of an edge, a little off
      return 0.5 * (view.corner(f, 0) + view.corner(f, 1)) +
             h * random.scale(1e-4, 0.3) * random.direction();
    case 3: {  // a node of the lattice, or on its faces
      const MeshIndex w = cell_of(view, anywhere);
      Vec3<double> p = lower_corner(view, w);
      if (n % 2 == 0) p.x += h * random.uniform(0.0, 1.0);
      return p;
    }
    default: {  // straight above a corner: the segments to other corners meet edges
      Vec3<double> p = corner;
      p[random.integer(0, 2)] += h * random.uniform(-1.0, 1.0);
      return p;
    }
  }
}

TEST(MeshDistance, AgreesWithAllFacets) {
  for (const Grain& grain : grains()) {
    for (const auto surface : {MeshSurface::source, MeshSurface::tessellated}) {
      const Mesh body = make_mesh(grain.mesh, {.cells = 16, .surface = surface});
      const MeshView<double>& view = body.view();
      Random random(7);
      int inside_count = 0, checked = 0;
      for (int n = 0; n < 300; ++n) {
        const Vec3<double> p = awkward_point(view, random, n);
        const double exact = static_cast<double>(brute_distance(view, p));
        const MeshProjection<double> found = project_to_surface(view, p, infinity_of<double>());
        ASSERT_NEAR(std::abs(found.distance), exact, 1e-14) << grain.name << ' ' << n;
        ASSERT_NEAR(norm(found.normal), 1.0, 1e-12);
        ASSERT_NEAR(norm(p - (found.point + found.distance * found.normal)), 0.0, 1e-10);
        if (exact < 1e-10) continue;  // on the surface to within rounding: both sides are right
        const bool inside = winding(view, p) > 0.5;
        ASSERT_EQ(contains(view, p), inside) << grain.name << ' ' << n << ' ' << exact;
        ASSERT_EQ(found.distance < 0.0, inside);
        ++checked;
        inside_count += inside;
        // Cells that are not on the boundary know their side.
        if (classify_cell(view, p) == MeshCell::internal) {
          EXPECT_TRUE(inside);
        }
        if (classify_cell(view, p) == MeshCell::external) {
          EXPECT_FALSE(inside);
        }
      }
      EXPECT_GT(checked, 200);
      EXPECT_GT(inside_count, 30) << grain.name;
    }
  }
}

TEST(MeshDistance, NodesHoldExactDistances) {
  const Mesh body = make_mesh(test::cup(40, 8), {.cells = 16});
  const MeshView<double>& view = body.view();
  double worst = 0.0;
  int count = 0;
  for (int k = 0; k < view.cells[2]; ++k) {
    for (int j = 0; j < view.cells[1]; ++j) {
      for (int i = 0; i < view.cells[0]; ++i) {
        if ((i + 2 * j + 3 * k) % 4 != 0 || stencil_index(view, {i, j, k}) < 0) continue;
        double d[8];
        corner_distances(view, {i, j, k}, d);
        const int c = (i + j + k / 2) % 8;
        const Vec3<double> p = corner_of(view, {i, j, k}, c);
        const double exact = static_cast<double>(brute_distance(view, p));
        worst = std::max(worst, std::abs(std::abs(d[c]) - exact) / (exact + 1e-9));
        if (exact > 1e-9) {
          EXPECT_EQ(d[c]<0.0, winding(view, p)> 0.5);
        }
        ++count;
      }
    }
  }
  EXPECT_GT(count, 400);
  EXPECT_LT(worst, 1e-7);  // they are stored as floats
}

// Interpolated distances of a smooth body are of second order in the cell size and their gradients
// of first, measured against the exact ellipsoid-free case: a torus.
TEST(MeshDistance, InterpolationIsOfSecondOrder) {
  const auto exact = [](const Vec3<double>& p) {
    return std::hypot(std::hypot(p.x, p.y) - 0.7, p.z) - 0.3;
  };
  const BoundingBox<double> box{{-1.05, -1.05, -0.35}, {1.05, 1.05, 0.35}};
  double error[3], slope[3];
  const int cells[3] = {16, 32, 64};
  for (int n = 0; n < 3; ++n) {
    const Mesh body = make_mesh(exact, box, {.cells = cells[n]});
    Random random(3);
    error[n] = slope[n] = 0.0;
    for (int i = 0; i < 20000; ++i) {
      const double u = random.uniform(0.0, test::two_pi), v = random.uniform(0.0, test::two_pi);
      const double r = 0.3 + random.uniform(-0.05, 0.02);
      const Vec3<double> across{std::cos(u), std::sin(u), 0.0};
      const Vec3<double> normal = std::cos(v) * across + Vec3<double>{0.0, 0.0, std::sin(v)};
      const Vec3<double> p = 0.7 * across + r * normal;
      MeshSample<double> sample;
      if (!sample_distance(body.view(), p, sample)) continue;
      error[n] = std::max(error[n], std::abs(sample.distance - exact(p)));
      slope[n] = std::max(slope[n], norm(sample.gradient - normal));
    }
  }
  EXPECT_LT(error[2], 2e-3);
  for (int n = 0; n < 2; ++n) {
    EXPECT_GT(std::log2(error[n] / error[n + 1]), 1.7) << error[n] << ' ' << error[n + 1];
    EXPECT_GT(std::log2(slope[n] / slope[n + 1]), 0.7) << slope[n] << ' ' << slope[n + 1];
  }
}

// Deep inside a distance and a direction are known: a small body wholly inside is found.
TEST(MeshDistance, InternalCellsPointToTheSurface) {
  const Mesh body = make_mesh(test::sphere(24), {.cells = 32});
  Random random(2);
  for (int n = 0; n < 1000; ++n) {
    const Vec3<double> direction = random.direction();
    const Vec3<double> p = random.uniform(0.4, 0.8) * direction;
    MeshSample<double> sample;
    ASSERT_EQ(classify_cell(body.view(), p), MeshCell::internal);
    ASSERT_TRUE(sample_distance(body.view(), p, sample));
    EXPECT_NEAR(sample.distance, norm(p) - 1.0, 0.01);
    EXPECT_GT(dot(normalized(sample.gradient), direction), 0.99);
  }
}

// Levels 1 to 3 alone are right to a cell's diagonal, with the planar code to less.
TEST(MeshDistance, HaarLevelsConvergeWithTheCellSize) {
  double without[2], with[2];
  for (int n = 0; n < 2; ++n) {
    const Mesh body = make_mesh(test::torus(0.7, 0.3, 80, 40), {.cells = n == 0 ? 20 : 40});
    const MeshView<double>& view = body.view();
    Random random(4);
    without[n] = with[n] = 0.0;
    for (int i = 0; i < 20000; ++i) {
      const Vec3<double> p = random.in_box(1.0);
      const double distance = std::abs(project_to_surface(view, p, 10.0).distance);
      if (haar_contains(view, p) != contains(view, p)) without[n] = std::max(without[n], distance);
      if (haar_contains_with_code(view, p) != contains(view, p))
        with[n] = std::max(with[n], distance);
    }
    const double h = view.cell_size.x;
    EXPECT_LT(without[n], 1.2 * h);
    EXPECT_LT(with[n], 0.7 * h);
    EXPECT_LT(with[n], without[n]);
  }
  EXPECT_LT(with[1], 0.7 * with[0]);
}

}  // namespace
}  // namespace talus
