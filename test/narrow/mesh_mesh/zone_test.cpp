// Zones of boxes against points drawn at random, and edges walked through cells against all facets.
#include <gtest/gtest.h>

#include <set>

#include "narrow/mesh_mesh/bodies.h"

namespace talus::test {
namespace {

bool in_box(const BoundingBox<double>& box, const Vec3<double>& p, double slack) {
  for (int axis = 0; axis < 3; ++axis) {
    if (p[axis] < box.lower[axis] - slack || p[axis] > box.upper[axis] + slack) return false;
  }
  return true;
}

TEST(MeshZone, HoldsEveryCommonPointOfTheBoxesAndLittleElse) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<> unit(-1.0, 1.0), size(0.2, 1.5);
  int common_pairs = 0;
  for (int n = 0; n < 300; ++n) {
    const Vec3<double> half_a{size(engine), size(engine), size(engine)},
        half_b{size(engine), size(engine), size(engine)};
    const BoundingBox<double> a{-half_a, half_a}, b{-half_b, half_b};
    const RelativePose<double> pose{random_rotation(engine), 1.6 * random_direction(engine)};
    const mesh_mesh::Zones<double> zones = mesh_mesh::clip_zones(a, b, pose);
    BoundingBox<double> seen = mesh_mesh::empty_box<double>();
    for (int i = 0; i < 3000; ++i) {
      const Vec3<double> p =
          multiply_componentwise(half_a, {unit(engine), unit(engine), unit(engine)});
      const Vec3<double> own = transpose_times(pose.rotation, p - pose.translation);
      if (!in_box(b, own, 0.0)) continue;
      mesh_mesh::grow(seen, p);
      ASSERT_TRUE(in_box(zones.a, p, 1e-12));
      ASSERT_TRUE(in_box(zones.b, own, 1e-12));
    }
    if (mesh_mesh::is_empty(seen)) continue;
    ++common_pairs;
    ASSERT_TRUE(in_box(a, zones.a.lower, 1e-12) && in_box(a, zones.a.upper, 1e-12));
    ASSERT_TRUE(in_box(b, zones.b.lower, 1e-12) && in_box(b, zones.b.upper, 1e-12));
  }
  EXPECT_GT(common_pairs, 90);
  EXPECT_LT(common_pairs, 290);
}

TEST(MeshZone, ABoxInsideAnotherIsTheZone) {
  const BoundingBox<double> large{{-2.0, -2.0, -2.0}, {2.0, 2.0, 2.0}},
      small{{-0.5, -0.25, -0.125}, {0.5, 0.25, 0.125}};
  const RelativePose<double> pose{identity_matrix<double>(), {0.5, 0.5, 0.5}};
  const mesh_mesh::Zones<double> zones = mesh_mesh::clip_zones(large, small, pose);
  EXPECT_EQ(zones.b.lower, small.lower);
  EXPECT_EQ(zones.b.upper, small.upper);
  EXPECT_EQ(zones.a.lower, (Vec3<double>{0.0, 0.25, 0.375}));
  const RelativePose<double> far{identity_matrix<double>(), {5.0, 0.0, 0.0}};
  EXPECT_TRUE(mesh_mesh::is_empty(mesh_mesh::clip_zones(large, small, far).a));
}

TEST(MeshZone, AWalkedEdgeCrossesWhatASearchOverAllFacetsFinds) {
  std::mt19937 engine(5);
  for (const MeshSurface surface : {MeshSurface::source, MeshSurface::tessellated}) {
    const Mesh stone = make_mesh(rough_stone(8, 4), {.cells = 20, .surface = surface});
    const MeshView<double>& body = stone.view();
    int crossings = 0;
    for (int n = 0; n < 2000; ++n) {
      const Vec3<double> p = 1.3 * random_direction(engine), q = 1.3 * random_direction(engine);
      std::multiset<int> walked, all;
      mesh_mesh::walk_edge(body, p, q, [&](double, int facet) { walked.insert(facet); });
      for (int f = 0; f < body.facet_count; ++f) {
        if (mesh_mesh::crossing_of(body, f, p, q - p) >= 0.0) all.insert(f);
      }
      EXPECT_EQ(walked, all) << n;
      crossings += static_cast<int>(all.size());
    }
    EXPECT_GT(crossings, 1500);
  }
}

}  // namespace
}  // namespace talus::test
