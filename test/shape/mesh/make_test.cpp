// Bodies from meshes, good and bad: what is repaired, what is refused, and that nothing depends on
// threads or units.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "shape/mesh/grains.h"
#include "shape/numbers.h"
#include "talus/error.h"
#include "talus/shape/mesh/mesh.h"
#include "talus/shape/mesh/mesh_mass.h"
#include "talus/shape/mesh/nearest.h"

namespace talus {
namespace {

using test::Random;
using testing::ElementsAre;
using testing::HasSubstr;

std::string refusal(const TriangleMesh& mesh, const MeshOptions& options = {.cells = 16}) {
  try {
    make_mesh(mesh, options);
  } catch (const ShapeError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

std::string repairs(const Mesh& body) {
  std::string all;
  for (const std::string& sentence : body.report().repairs) all += sentence + "\n";
  return all;
}

double volume_of(const Mesh& body) { return mass_properties(body).volume; }

TEST(MeshMake, KeepsTheFacetsOfACleanMesh) {
  const TriangleMesh mesh = test::torus(0.7, 0.3, 100, 40);
  const Mesh body = make_mesh(mesh, {.cells = 32});
  EXPECT_EQ(body.report().surface, MeshSurface::source);
  EXPECT_EQ(body.report().error, 0.0);
  EXPECT_THAT(body.report().repairs, testing::IsEmpty());
  EXPECT_EQ(body.view().facet_count, 8000);
  EXPECT_EQ(body.view().vertex_count, 4000);
  const MassProperties mass = mass_properties(body), source = mass_properties(mesh);
  EXPECT_NEAR(mass.volume, source.volume, 1e-13);
  EXPECT_NEAR(mass.inertia.zz, source.inertia.zz, 1e-13);
  // A torus of revolution: V = 2 pi^2 R r^2, I_zz = V (R^2 + 3/4 r^2), within the mesh's chords.
  const double exact = 2.0 * std::numbers::pi * std::numbers::pi * 0.7 * 0.09;
  EXPECT_NEAR(mass.volume / exact, 1.0, 0.01);
  EXPECT_NEAR(mass.inertia.zz / (exact * (0.49 + 0.75 * 0.09)), 1.0, 0.01);
  double area = 0.0;
  for (int v = 0; v < body.view().vertex_count; ++v) area += body.view().vertex_area[v];
  EXPECT_NEAR(area / (4.0 * std::numbers::pi * std::numbers::pi * 0.21), 1.0, 0.01);
}

TEST(MeshMake, ManyInstancesShareOneBody) {
  const Mesh body = make_mesh(test::box({1, 1, 1}), {.cells = 8});
  const std::vector<Mesh> instances(1000, body);
  EXPECT_EQ(&instances.back().view(), &body.view());
}

TEST(MeshMake, MassOfTessellatedBodiesIsWithinTheStatedError) {
  for (const TriangleMesh& mesh : {test::torus(0.7, 0.3, 100, 40), test::cup(60, 12),
                                   test::rough_stone(20, 3), test::trefoil(0.15, 150, 20)}) {
    const Mesh body = make_mesh(mesh, {.cells = 40, .surface = MeshSurface::tessellated});
    EXPECT_EQ(body.report().surface, MeshSurface::tessellated);
    double area = 0.0;
    for (int v = 0; v < body.view().vertex_count; ++v) area += body.view().vertex_area[v];
    const MassProperties mass = mass_properties(body), source = mass_properties(mesh);
    EXPECT_GT(body.report().error, 0.0);
    EXPECT_LT(body.report().error, 0.03);
    EXPECT_LT(std::abs(mass.volume - source.volume), area * body.report().error);
    EXPECT_LT(norm(mass.centroid - source.centroid), body.report().error);
    EXPECT_LT(std::abs(mass.inertia.xx - source.inertia.xx), 2.0 * area * body.report().error);
  }
}

// The error is that of a much denser sampling, and falls with the cell size.
TEST(MeshMake, ErrorIsTheHausdorffDistance) {
  const TriangleMesh mesh = test::rough_stone(16, 4);
  double last = 1.0;
  for (const int cells : {10, 20, 40}) {
    const Mesh body = make_mesh(mesh, {.cells = cells, .surface = MeshSurface::tessellated});
    const Mesh source = make_mesh(mesh, {.cells = 16, .surface = MeshSurface::source});
    Random random(3);
    double sampled = 0.0;
    for (int n = 0; n < 20000; ++n) {
      const bool forth = n % 2 == 0;
      const MeshView<double>& from = (forth ? body : source).view();
      const int f = random.integer(0, from.facet_count - 1);
      double u = random.uniform(0, 1), v = random.uniform(0, 1);
      if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
      const Vec3<double> p =
          (1.0 - u - v) * from.corner(f, 0) + u * from.corner(f, 1) + v * from.corner(f, 2);
      const auto found = project_to_surface((forth ? source : body).view(), p, 10.0);
      sampled = std::max(sampled, std::abs(found.distance));
    }
    EXPECT_GT(body.report().error, 0.98 * sampled);
    EXPECT_LT(body.report().error, 1.6 * sampled);  // 20,000 samples miss the worst corner
    EXPECT_LT(body.report().error, 0.8 * last);
    last = body.report().error;
  }
}

TEST(MeshMake, CellsAreChosenFromAnError) {
  const TriangleMesh mesh = test::torus(0.7, 0.3, 100, 40);
  const Mesh body = make_mesh_within(mesh, 0.005);
  EXPECT_LE(body.report().error, 0.005);
  EXPECT_GT(body.report().error, 0.003);
  EXPECT_THROW(make_mesh_within(mesh, 0.0), ShapeError);
}

TEST(MeshMake, RefusesInOneSentence) {
  EXPECT_EQ(refusal({}), "the mesh has no vertices");
  EXPECT_EQ(refusal({{{0, 0, 0}}, {}}), "the mesh has no facets");
  TriangleMesh hole = test::box({1, 1, 1});
  hole.triangles.pop_back();
  EXPECT_THAT(refusal(hole), HasSubstr("the surface is not closed: 3 edges are not shared by two "
                                       "facets, the first from (1, 1, -1) to (1, -1, 1)"));
  TriangleMesh flat{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}};
  EXPECT_THAT(refusal(flat), HasSubstr("encloses no volume"));
  TriangleMesh point{{{0, 0, 0}, {1, 0, 0}}, {{0, 1, 1}}};
  EXPECT_THAT(refusal(point), HasSubstr("no facet with an area"));
  TriangleMesh infinite = test::box({1, 1, 1});
  infinite.vertices[3].y = std::nan("");
  EXPECT_THAT(refusal(infinite), HasSubstr("not finite"));
  EXPECT_THAT(refusal(test::box({1, 1, 1}), {.cells = 3}), HasSubstr("between 4 and 1024, got 3"));
  // A Klein bottle: a torus whose last ring is joined in mirror image.
  const int rings = 20, around = 12;
  TriangleMesh klein = test::torus(0.7, 0.3, rings, around);
  for (auto& t : klein.triangles) {
    const auto [low, high] = std::minmax({t[0], t[1], t[2]});
    if (high - low < (rings - 2) * around) continue;
    for (int& v : t) {
      if (v < around) v = (around - v) % around;
    }
  }
  EXPECT_THAT(refusal(klein), HasSubstr("one-sided"));
  // A cube with a fin: three facets at an edge.
  TriangleMesh fin = test::box({1, 1, 1});
  fin.vertices.push_back({3, 0, 0});
  fin.triangles.push_back({1, 3, 8});
  EXPECT_THAT(refusal(fin), HasSubstr("not closed"));
}

TEST(MeshMake, TurnsFlippedFacets) {
  TriangleMesh mesh = test::torus(0.7, 0.3, 40, 20);
  const double volume = enclosed_volume(mesh);
  Random random(5);
  for (auto& t : mesh.triangles) {
    if (random.integer(0, 3) == 0) std::swap(t[0], t[1]);
  }
  const Mesh body = make_mesh(mesh, {.cells = 20});
  EXPECT_NEAR(volume_of(body), volume, 1e-12);
  EXPECT_THAT(repairs(body), HasSubstr("of 1600 facets faced the wrong way and were turned"));
  for (auto& t : mesh.triangles) std::swap(t[0], t[1]);
  EXPECT_NEAR(volume_of(make_mesh(mesh, {.cells = 20})), volume, 1e-12);
}

TEST(MeshMake, JoinsDuplicatedVertices) {
  const TriangleMesh mesh = test::torus(0.7, 0.3, 40, 20);
  for (const double noise : {0.0, 1e-7}) {
    Random random(6);
    TriangleMesh loose;
    for (const auto& t : mesh.triangles) {
      const int first = static_cast<int>(loose.vertices.size());
      for (const int v : t) loose.vertices.push_back(mesh.vertices[v] + random.in_box(noise));
      loose.triangles.push_back({first, first + 1, first + 2});
    }
    const Mesh body = make_mesh(loose, {.cells = 20});
    EXPECT_EQ(body.view().vertex_count, 800);
    EXPECT_NEAR(volume_of(body), enclosed_volume(mesh), 1e-6);
    EXPECT_THAT(repairs(body), HasSubstr("were joined"));
  }
}

TEST(MeshMake, LeavesOutFacetsWithoutArea) {
  TriangleMesh mesh = test::box({1, 1, 1});
  mesh.triangles.push_back({0, 0, 1});
  mesh.triangles.push_back({2, 2, 2});
  mesh.triangles.push_back({0, 1, 3});  // back to back
  mesh.triangles.push_back({0, 3, 1});
  EXPECT_NEAR(volume_of(make_mesh(mesh, {.cells = 8})), 8.0, 1e-13);
  // An edge with a vertex on it: the facet between has no area but is needed.
  TriangleMesh split = test::box({1, 1, 1});
  split.vertices.push_back({0.25, -1, -1});  // on the edge 0 - 1 of facets (0, 2, 1) and (0, 1, 4)
  std::erase(split.triangles, std::array{0, 2, 1});
  split.triangles.insert(split.triangles.end(), {{0, 2, 8}, {8, 2, 1}, {0, 8, 1}});
  const Mesh body = make_mesh(split, {.cells = 8});
  EXPECT_NEAR(volume_of(body), 8.0, 1e-13);
  const MeshView<double>& view = body.view();
  EXPECT_EQ(view.facet_count, 14);
  Random random(8);
  for (int n = 0; n < 5000; ++n) {
    const Vec3<double> p = random.in_box(1.2);
    const double distance = project_to_surface(view, p, 10.0).distance;
    EXPECT_EQ(contains(view, p), max_norm(p) < 1.0);
    EXPECT_TRUE(std::isfinite(distance));
  }
}

TEST(MeshMake, TakesTheUnionOfWhatCrossesItself) {
  const TriangleMesh ball = test::sphere(12);
  const TriangleMesh two =
      test::joined(test::moved(ball, {-0.3, 0, 0}), test::moved(ball, {0.3, 0.01, 0.02}));
  const Mesh body = make_mesh(two, {.cells = 40});
  EXPECT_EQ(body.report().surface, MeshSurface::tessellated);
  EXPECT_THAT(repairs(body), HasSubstr("cross each other"));
  EXPECT_LT(body.report().error, 0.02);
  Random random(4);
  const Mesh left = make_mesh(test::moved(ball, {-0.3, 0, 0}), {.cells = 20});
  const Mesh right = make_mesh(test::moved(ball, {0.3, 0.01, 0.02}), {.cells = 20});
  for (int n = 0; n < 5000; ++n) {
    const Vec3<double> p = random.in_box(1.4);
    if (std::abs(project_to_surface(body.view(), p, 10.0).distance) < 0.05) continue;
    EXPECT_EQ(contains(body.view(), p), contains(left.view(), p) || contains(right.view(), p));
  }
  EXPECT_THAT(refusal(two, {.cells = 16, .surface = MeshSurface::source}),
              HasSubstr("crosses itself"));
}

TEST(MeshMake, ShellsInShellsAreCavities) {
  const TriangleMesh ball = test::sphere(8);
  TriangleMesh nested = test::joined(ball, test::moved(ball, {0, 0, 0.1}, 0.7));
  nested = test::joined(nested, test::moved(ball, {0, 0, 0.1}, 0.4));
  const double volume = enclosed_volume(ball);
  const Mesh body = make_mesh(nested, {.cells = 32});
  EXPECT_NEAR(volume_of(body), volume * (1.0 - 0.343 + 0.064), 1e-12);
  EXPECT_TRUE(contains(body.view(), Vec3<double>{0, 0, 0.1}));
  EXPECT_FALSE(contains(body.view(), Vec3<double>{0.55, 0, 0.1}));
  EXPECT_TRUE(contains(body.view(), Vec3<double>{0.9, 0, 0}));
  // Side by side they are both bodies; the file's own orientation of a cavity is right as it is.
  EXPECT_NEAR(volume_of(make_mesh(test::joined(ball, test::moved(ball, {3, 0, 0})), {.cells = 32})),
              2.0 * volume, 1e-12);
  TriangleMesh hollow = test::moved(ball, {0, 0, 0}, 0.5);
  for (auto& t : hollow.triangles) std::swap(t[0], t[1]);
  EXPECT_THAT(make_mesh(test::joined(ball, hollow), {.cells = 16}).report().repairs,
              testing::IsEmpty());
}

TEST(MeshMake, ShellsMayTouchAlongAnEdge) {
  const TriangleMesh cube = test::box({0.5, 0.5, 0.5});
  const Mesh body = make_mesh(test::joined(cube, test::moved(cube, {1, 1, 0})), {.cells = 24});
  EXPECT_NEAR(volume_of(body), 2.0, 1e-13);
  Random random(4);
  for (int n = 0; n < 5000; ++n) {
    const Vec3<double> p{random.uniform(-0.6, 1.6), random.uniform(-0.6, 1.6),
                         random.uniform(-0.6, 0.6)};
    const bool inside =
        std::abs(p.z) < 0.5 && ((std::abs(p.x) < 0.5 && std::abs(p.y) < 0.5) ||
                                (std::abs(p.x - 1) < 0.5 && std::abs(p.y - 1) < 0.5));
    EXPECT_EQ(contains(body.view(), p), inside);
  }
}

void expect_same(const Mesh& a, const Mesh& b, double scale) {
  const MeshView<double>&u = a.view(), &v = b.view();
  ASSERT_EQ(u.vertex_count, v.vertex_count);
  ASSERT_EQ(u.facet_count, v.facet_count);
  ASSERT_EQ(a.report().memory, b.report().memory);
  for (int i = 0; i < u.vertex_count; ++i) EXPECT_EQ(scale * u.vertex(i), v.vertex(i));
  Random random(1);
  for (int n = 0; n < 1000; ++n) {
    const Vec3<double> p = random.in_box(1.2);
    MeshSample<double> s, t;
    ASSERT_EQ(sample_distance(u, p, s), sample_distance(v, scale * p, t));
    EXPECT_EQ(scale * s.distance, t.distance);
    EXPECT_EQ(s.gradient, t.gradient);
    const auto x = project_to_surface(u, p, 8.0), y = project_to_surface(v, scale * p, 8.0 * scale);
    EXPECT_EQ(scale * x.distance, y.distance);
    EXPECT_EQ(x.facet, y.facet);
  }
}

TEST(MeshMake, ThreadsAndPowersOfTwoChangeNoBit) {
  const TriangleMesh mesh = test::cup(40, 8);
  for (const auto surface : {MeshSurface::source, MeshSurface::tessellated}) {
    const Mesh one = make_mesh(mesh, {.cells = 24, .surface = surface, .threads = 1});
    expect_same(one, make_mesh(mesh, {.cells = 24, .surface = surface, .threads = 3}), 1.0);
    for (const double scale : {0x1p-20, 0x1p20}) {
      expect_same(one, make_mesh(test::moved(mesh, {}, scale), {.cells = 24, .surface = surface}),
                  scale);
    }
  }
}

// Far from the origin the coordinates lose digits, and nothing else.
TEST(MeshMake, FarFromTheOrigin) {
  const Vec3<double> far{1e6, -2e6, 3e6};
  const Mesh body = make_mesh(test::moved(test::torus(0.7, 0.3, 40, 20), far), {.cells = 24});
  const Mesh near = make_mesh(test::torus(0.7, 0.3, 40, 20), {.cells = 24});
  Random random(9);
  for (int n = 0; n < 3000; ++n) {
    const Vec3<double> p = random.in_box(1.1);
    const double distance = project_to_surface(near.view(), p, 10.0).distance;
    EXPECT_NEAR(project_to_surface(body.view(), p + far, 10.0).distance, distance, 1e-8);
    if (std::abs(distance) < 1e-7) continue;
    EXPECT_EQ(contains(body.view(), p + far), distance < 0.0);
  }
}

}  // namespace
}  // namespace talus
