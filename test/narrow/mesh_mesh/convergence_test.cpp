// Depth and normal converge with the cell size: bodies tessellated ever more finely, against closed
// forms and against the production methods of the same convex bodies, with the observed order.
#include <gtest/gtest.h>

#include "narrow/mesh_mesh/convex_pairs.h"

namespace talus::test {
namespace {

Mesh ellipsoid(const Vec3<double>& a, int cells) {
  const Vec3<double> half = 1.1 * a;
  return make_mesh(
      [a](const Vec3<double>& p) {
        return norm(Vec3<double>{p.x / a.x, p.y / a.y, p.z / a.z}) - 1.0;
      },
      {-half, half}, {.cells = cells});
}

struct Errors {
  double depth{}, normal{}, volume{};
};

// The worst over random directions, of two unit spheres `depth` deep in each other. Normals by the
// patch.
Errors sphere_errors(int cells, double depth) {
  const Mesh body = ellipsoid({1.0, 1.0, 1.0}, cells);
  std::mt19937 engine(11);
  PatchStorage storage;
  Errors worst;
  const double cap = 0.5 * depth;
  const double volume = 2.0 * std::numbers::pi * cap * cap * (3.0 - cap) / 3.0;
  for (int i = 0; i < 12; ++i) {
    const Vec3<double> n = random_direction(engine);
    const RelativePose<double> pose{random_rotation(engine), (2.0 - depth) * n};
    const Contact<double> c = deepest(body.view(), body.view(), pose);
    const auto patches = storage.patches(body.view(), body.view(), pose);
    EXPECT_EQ(patches.size(), 1u);
    worst.depth = std::max(worst.depth, std::abs(-c.distance - depth));
    worst.normal = std::max(worst.normal, norm(patches[0].normal - n));
    worst.volume = std::max(worst.volume, std::abs(patches[0].volume - volume) / volume);
  }
  return worst;
}

TEST(MeshConvergence, SpheresInSecondOrder) {
  const Errors coarse = sphere_errors(16, 0.1), fine = sphere_errors(64, 0.1);
  const auto order = [](double large, double small) { return std::log2(large / small) / 2.0; };
  SCOPED_TRACE(testing::Message() << "orders " << order(coarse.depth, fine.depth) << " "
                                  << order(coarse.normal, fine.normal) << " "
                                  << order(coarse.volume, fine.volume));
  EXPECT_GT(order(coarse.depth, fine.depth), 1.7);
  EXPECT_GT(order(coarse.normal, fine.normal), 1.7);
  EXPECT_GT(order(coarse.volume, fine.volume), 1.7);
  EXPECT_LT(fine.depth, 0.002);
}

// The depth of smooth bodies in second order, the normal, which is that of a facet, in first.
// Tessellation cuts the corners of a cube off, which costs the depth an order; with its own facets
// it has no error at all.
TEST(MeshConvergence, ConvexBodiesAgainstTheirProductionMethods) {
  const std::vector<int> cells = {16, 32, 64};
  for (const ConvexBody& body : convex_bodies_as_meshes()) {
    SCOPED_TRACE(body.name);
    const std::vector<ConvexPair> pairs = pairs_at_depth(body.exact, 0.05, 48);
    std::vector<double> depth, normal;
    for (const int n : cells) {
      const ConvexErrors errors = convex_errors(body.as_mesh(n), pairs);
      depth.push_back(errors.depth);
      normal.push_back(errors.normal);
    }
    SCOPED_TRACE(testing::Message()
                 << "depth " << depth[0] << " " << depth[1] << " " << depth[2] << ", normal "
                 << normal[0] << " " << normal[1] << " " << normal[2]);
    if (body.name == "cube, its own facets") {
      for (std::size_t i = 0; i < cells.size(); ++i) {
        EXPECT_LT(depth[i], 1e-12);
        EXPECT_LT(normal[i], 1e-12);
      }
      continue;
    }
    const bool smooth = kind_of(body.exact) != Kind::polyhedron;
    EXPECT_GT(observed_order(cells, depth), smooth ? 1.7 : 0.8);
    EXPECT_GT(smooth ? observed_order(cells, normal) : 1.0, 0.8);
    EXPECT_LT(depth.back(), smooth ? 1e-3 : 2.0 / 64);
  }
}

}  // namespace
}  // namespace talus::test
