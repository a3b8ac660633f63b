// Tessellation voxel by voxel: closed, oriented and manifold for any pattern of signs.
#include "talus/shape/mesh/tessellate.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "shape/mesh/grains.h"
#include "talus/error.h"
#include "talus/shape/mesh/sources.h"
#include "talus/shape/mesh/voxel_topology.h"

namespace talus {
namespace {

TEST(MeshTessellation, LoopsUseEveryCutEdgeOnce) {
  for (int code = 0; code < 256; ++code) {
    const VoxelLoops& loops = voxel_table[code];
    int total = 0, cut = 0;
    for (int l = 0; l < loops.loop_count; ++l) {
      EXPECT_GE(loops.length[l], 3);
      total += loops.length[l];
    }
    unsigned used = 0;
    for (int n = 0; n < total; ++n) used |= 1u << loops.edge[n];
    for (int e = 0; e < 12; ++e) {
      const VoxelEdge edge = voxel_edge(e);
      const int other = edge.corner | 1 << edge.axis;
      EXPECT_EQ(edge_between(edge.corner, other), e);
      EXPECT_EQ(edge_between(other, edge.corner), e);
      const bool is_cut = (code >> edge.corner & 1) != (code >> other & 1);
      cut += is_cut;
      EXPECT_EQ(is_cut, (used >> e & 1) != 0);
    }
    EXPECT_EQ(total, cut);
    // A corner alone is cut off by a triangle, whichever it is.
    if (std::popcount(static_cast<unsigned>(code)) % 6 == 1) {
      EXPECT_EQ(loops.loop_count, 1);
      EXPECT_EQ(loops.length[0], 3);
    }
  }
}

// Noise meets all 256 codes and every ambiguous face.
TEST(MeshTessellation, NoiseGivesAClosedSurface) {
  std::mt19937 engine(11);
  MeshLattice lattice{{0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}, {70, 20, 20}};
  InsideBits inside(lattice);
  int nodes = 0;
  for (int k = 1; k < 20; ++k) {
    for (int j = 1; j < 20; ++j) {
      for (int i = 1; i < 70; ++i) {
        if (engine() % 2 == 0) continue;
        inside.set(i, j, k);
        ++nodes;
      }
    }
  }
  const MeshParts parts = tessellate(lattice, inside, [](int, int, int, int) { return 0.5; });
  std::vector<char> found(256, 0);
  for (const CellFacet& listed : parts.cell_facet) {
    const auto cell = static_cast<int>(listed.cell);
    found[parts.inside.code_of_cell(cell % 70, cell / 70 % 20, cell / 1400)] = 1;
  }
  EXPECT_EQ(std::ranges::count(found, 1), 254);
  for (int t = 0; t < static_cast<int>(parts.triangles.size()); ++t) {
    for (int k = 0; k < 3; ++k) {
      const int from = parts.triangles[t][k], to = parts.triangles[t][(k + 1) % 3];
      const int other = parts.neighbour[t][k];
      ASSERT_GE(other, 0);
      const std::array<int, 3>& o = parts.triangles[other];
      int shared = 0;
      for (int m = 0; m < 3; ++m) shared += o[m] == to && o[(m + 1) % 3] == from;
      ASSERT_EQ(shared, 1) << t << ' ' << other;
    }
  }
  // Every node has the volume of about a voxel around it.
  TriangleMesh mesh{parts.vertices, parts.triangles};
  EXPECT_NEAR(enclosed_volume(mesh) / nodes, 1.0, 0.25);
  EXPECT_GT(enclosed_volume(mesh), 0.0);
}

// The corners of facets are on the surface, and the volume converges with second order.
TEST(MeshTessellation, OfAFunction) {
  const auto ball = [](const Vec3<double>& p) { return dot(p, p) - 1.0; };
  double error[2];
  for (int n = 0; n < 2; ++n) {
    const MeshLattice lattice =
        lattice_around({{-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}}, n == 0 ? 16 : 32);
    const MeshParts parts = tessellated_function(lattice, ball, 1);
    // Those that were moved away from a node are off by a part in 10^4 of a cell.
    for (const Vec3<double>& v : parts.vertices) EXPECT_NEAR(norm(v), 1.0, 1.1e-4 / 7.5);
    error[n] = 4.0 / 3.0 * std::numbers::pi -
               enclosed_volume(TriangleMesh{parts.vertices, parts.triangles});
  }
  EXPECT_GT(error[1], 0.0);
  EXPECT_NEAR(error[0] / error[1], 4.0, 0.7);
}

TEST(MeshTessellation, RefusesWhatIsNotABody) {
  const MeshLattice lattice = lattice_around({{-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}}, 8);
  EXPECT_THROW(tessellated_function(
                   lattice, [](const Vec3<double>&) { return 1.0; }, 1),
               ShapeError);
  EXPECT_THROW(tessellated_function(
                   lattice, [](const Vec3<double>& p) { return p.x; }, 1),
               ShapeError);
  EXPECT_THROW(tessellated_function(
                   lattice, [](const Vec3<double>& p) { return std::sqrt(p.x); }, 1),
               ShapeError);
}

}  // namespace
}  // namespace talus
