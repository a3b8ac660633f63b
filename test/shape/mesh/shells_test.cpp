// Shells that overlap, touch and repeat exactly: the volume is that of the union, or of the body
// with its cavity, in closed form.
#include <gmock/gmock.h>

#include <random>

#include "shape/mesh/grains.h"
#include "talus/error.h"
#include "talus/shape.h"
#include "talus/shape/mesh/view.h"

namespace {

using namespace talus;
using namespace talus::test;
using testing::HasSubstr;

TriangleMesh cuboid(const Vec3<double>& lower, const Vec3<double>& upper) {
  TriangleMesh mesh = box(0.5 * (upper - lower));
  for (Vec3<double>& v : mesh.vertices) v = v + 0.5 * (lower + upper);
  return mesh;
}

void append(TriangleMesh& mesh, const TriangleMesh& more) {
  const int first = static_cast<int>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), more.vertices.begin(), more.vertices.end());
  for (const std::array<int, 3>& t : more.triangles) {
    mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
}

double volume_of(const TriangleMesh& mesh, int cells = 48) {
  return mass_properties(make_mesh(mesh, {.cells = cells})).volume;
}

double overlap_of(const Vec3<double> (&p)[2], const Vec3<double> (&q)[2]) {
  double volume = 1.0;
  for (int k = 0; k < 3; ++k) {
    volume *= std::max(0.0, std::min(p[1][k], q[1][k]) - std::max(p[0][k], q[0][k]));
  }
  return volume;
}

double size_of(const Vec3<double> (&p)[2]) {
  return (p[1].x - p[0].x) * (p[1].y - p[0].y) * (p[1].z - p[0].z);
}

// Corners on a lattice of halves: edges pass through corners, edges and diagonals of the other
// cuboid, faces coincide.
TEST(MeshShells, OverlapOnALatticeIsTheUnion) {
  std::mt19937 random(3);
  const auto draw = [&](Vec3<double>(&p)[2]) {
    for (int k = 0; k < 3; ++k) {
      p[0][k] = 0.5 * static_cast<double>(random() % 3);
      p[1][k] = p[0][k] + 1.0 + 0.5 * static_cast<double>(random() % 3);
    }
  };
  int overlapping = 0;
  for (int i = 0; i < 40; ++i) {
    Vec3<double> p[2], q[2];
    draw(p);
    draw(q);
    const double common = overlap_of(p, q), p_size = size_of(p), q_size = size_of(q);
    const bool nested = common == std::min(p_size, q_size);
    overlapping += common > 0.0 && !nested;
    const double expected = nested ? std::max(p_size, q_size) - common : p_size + q_size - common;
    TriangleMesh mesh = cuboid(p[0], p[1]);
    append(mesh, cuboid(q[0], q[1]));
    if (p_size == q_size && nested) continue;  // twice the same: see below
    try {
      EXPECT_NEAR(volume_of(mesh, 32), expected, 0.08 * expected) << "case " << i;
    } catch (const ShapeError& error) {
      // Cuboids that share a whole edge meet there with four facets of one surface, or with faces
      // that are partly inside.
      EXPECT_THAT(error.what(), HasSubstr("facets meet in the edge")) << "case " << i;
    }
  }
  EXPECT_GT(overlapping, 15);
}

TEST(MeshShells, CubesThroughEachOthersDiagonals) {
  TriangleMesh mesh = cuboid({0, 0, 0}, {1, 1, 1});
  append(mesh, cuboid({0.5, 0.5, 0.5}, {1.5, 1.5, 1.5}));
  EXPECT_NEAR(volume_of(mesh), 1.875, 0.02);
  // Bars that cross: no corner is inside the other.
  TriangleMesh bars = cuboid({-2, -0.5, -0.5}, {2, 0.5, 0.5});
  append(bars, cuboid({-0.5, -2, -0.5}, {0.5, 2, 0.5}));
  EXPECT_NEAR(volume_of(bars), 7.0, 0.1);
}

TEST(MeshShells, ACavityThatTouchesTheWallStaysACavity) {
  TriangleMesh mesh = cuboid({0, 0, 0}, {4, 4, 4});
  append(mesh, cuboid({1, 1, 0}, {3, 3, 2}));
  EXPECT_NEAR(volume_of(mesh), 56.0, 0.6);
}

// Every facet twice, four times, or from both sides.
TEST(MeshShells, OfRepeatedFacetsOneStays) {
  const TriangleMesh once = cuboid({0, 0, 0}, {1, 1, 1});
  TriangleMesh turned = once;
  for (std::array<int, 3>& t : turned.triangles) std::swap(t[1], t[2]);
  for (int copies = 1; copies <= 4; ++copies) {
    TriangleMesh same = once, both = once;
    for (int i = 0; i < copies; ++i) append(same, once);
    for (int i = 0; i < copies; ++i) append(both, i % 2 == 0 ? turned : once);
    EXPECT_NEAR(volume_of(same), 1.0, 1e-12) << copies;
    EXPECT_NEAR(volume_of(both), 1.0, 1e-12) << copies;
  }
  TriangleMesh part = once;  // some facets twice
  for (int t : {0, 3, 4}) part.triangles.push_back(once.triangles[t]);
  EXPECT_NEAR(volume_of(part), 1.0, 1e-12);
}

// A vertex that only facets use which cancel each other is not a vertex of the body.
TEST(MeshShells, VerticesOfFacetsThatGoAreLeftOut) {
  TriangleMesh mesh = cuboid({0, 0, 0}, {1, 1, 1});
  mesh.vertices.push_back({0.5, 0.5, 0.5});
  mesh.triangles.push_back({0, 7, 8});
  mesh.triangles.push_back({0, 8, 7});
  const Mesh body = make_mesh(mesh, {.cells = 8});
  EXPECT_EQ(body.view().vertex_count, 8);
  EXPECT_NEAR(mass_properties(body).volume, 1.0, 1e-12);
}

TEST(MeshShells, AFaceBetweenTwoBodiesGoes) {
  TriangleMesh mesh = cuboid({0, 0, 0}, {1, 1, 1});
  TriangleMesh other = mesh;
  for (Vec3<double>& v : other.vertices) v.x = 2.0 - v.x;  // mirrored: the same facets
  for (std::array<int, 3>& t : other.triangles) std::swap(t[1], t[2]);
  append(mesh, other);
  EXPECT_NEAR(volume_of(mesh), 2.0, 1e-12);
}

TEST(MeshShells, SizesWithoutAVolumeAreRefused) {
  for (const double size : {2e15, 1e20, 1e51, 1e300, 5e-13, 1e-20, 1e-51, 1e-300}) {
    TriangleMesh mesh = cuboid({0, 0, 0}, {size, size, size});
    try {
      make_mesh(mesh);
      ADD_FAILURE() << size;
    } catch (const ShapeError& error) {
      EXPECT_THAT(error.what(), HasSubstr("choose another unit")) << size;
    }
  }
  for (const double size : {1e-12, 1e-9, 1e9, 0.9e15}) {
    const TriangleMesh mesh = cuboid({0, 0, 0}, {size, size, size});
    EXPECT_NEAR(volume_of(mesh) / (size * size * size), 1.0, 1e-12);
  }
}

}  // namespace
