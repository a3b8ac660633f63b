// The patches of a mesh with bodies of every other kind, against closed forms.
#include <gtest/gtest.h>

#include "narrow/mesh_mesh/flat_shapes.h"
#include "shape/mesh/grains.h"
#include "talus/manifold.h"

namespace talus {
namespace {

using Patches = std::vector<ContactPatch<double>>;

// Of a mesh at the origin with a body there, and the same in the other order.
Patches patches_of(const Shape& mesh, const Shape& other, const Pose<double>& there,
                   MeshPatchScratch* scratch = nullptr) {
  const auto patches = mesh_patches(mesh, {}, other, there, scratch);
  const auto mirrored = mesh_patches(other, there, mesh, {}, scratch);
  EXPECT_TRUE(patches && mirrored);
  EXPECT_EQ(patches->size(), mirrored->size());
  for (std::size_t i = 0; i < patches->size(); ++i) {
    EXPECT_EQ((*patches)[i].normal, -(*mirrored)[i].normal);
    EXPECT_EQ((*patches)[i].volume, (*mirrored)[i].volume);
  }
  return *patches;
}

class PatchesOfACube : public testing::Test {
 protected:
  const Shape cube = make_mesh(test::box({1.0, 1.0, 1.0}), {.cells = 24});
  static constexpr double depth = 0.1;
  static constexpr double pi = std::numbers::pi;
};

TEST_F(PatchesOfACube, WithASphere) {
  const Patches patches = patches_of(cube, make_sphere(0.7), {{0.1, 0.2, 1.7 - depth}, {}});
  ASSERT_EQ(patches.size(), 1u);
  EXPECT_NEAR(patches[0].depth, depth, 1e-3);
  EXPECT_NEAR(patches[0].volume / (pi * depth * depth * (0.7 - depth / 3.0)), 1.0, 0.03);
  EXPECT_LT(norm(patches[0].normal - Vec3<double>{0.0, 0.0, 1.0}), 0.02);
  EXPECT_LT(norm(patches[0].force_point - Vec3<double>{0.1, 0.2, 1.0 - 0.3 * depth}), 0.05);
}

// A cap of an ellipsoid is that of a sphere, stretched.
TEST_F(PatchesOfACube, WithAnEllipsoid) {
  const Patches patches =
      patches_of(cube, make_ellipsoid({0.6, 0.5, 0.8}), {{0.0, 0.1, 1.8 - depth}, {}});
  ASSERT_EQ(patches.size(), 1u);
  const double relative = depth / 0.8;
  const double volume = 0.6 * 0.5 * 0.8 * pi * relative * relative * (1.0 - relative / 3.0);
  EXPECT_NEAR(patches[0].volume / volume, 1.0, 0.03);
  EXPECT_NEAR(patches[0].depth, depth, 1e-3);
}

// Exponents of 2 are an ellipsoid; with higher ones the cap is larger, and less than its box.
TEST_F(PatchesOfACube, WithASuperquadric) {
  const Pose<double> there{{0.0, 0.1, 1.8 - depth}, {}};
  const auto volume = [&](double n1, double n2) {
    const Patches patches = patches_of(cube, make_superquadric({0.6, 0.5, 0.8}, n1, n2), there);
    EXPECT_EQ(patches.size(), 1u);
    return patches.empty() ? 0.0 : patches[0].volume;
  };
  const double relative = depth / 0.8;
  EXPECT_NEAR(volume(2.0, 2.0) / (0.24 * pi * relative * relative * (1.0 - relative / 3.0)), 1.0,
              0.03);
  // Of a body with n2 = 2 and n1 = n the cross-section at z is an ellipse of area
  // pi a b (1 - z^n)^(2/n): summed by the midpoint rule.
  double exact = 0.0;
  constexpr int steps = 10000;
  for (int i = 0; i < steps; ++i) {
    const double z = 1.0 - relative * (i + 0.5) / steps;
    exact += depth / steps * pi * 0.3 * std::pow(1.0 - std::pow(z, 4.0), 0.5);
  }
  EXPECT_NEAR(volume(4.0, 2.0) / exact, 1.0, 0.03);
}

TEST_F(PatchesOfACube, WithAPolyhedron) {
  const Shape block = make_polyhedron(test::box({0.5, 0.4, 0.6}).vertices);
  const Patches patches = patches_of(cube, block, {{0.2, -0.1, 1.6 - depth}, {}});
  ASSERT_EQ(patches.size(), 1u);
  EXPECT_NEAR(patches[0].depth, depth, 1e-6);
  EXPECT_NEAR(patches[0].volume / (1.0 * 0.8 * depth), 1.0, 0.03);
}

TEST_F(PatchesOfACube, WithAHalfSpace) {
  for (const double below : {0.02, 0.1, 0.9, 1.5}) {
    const Patches patches = patches_of(cube, make_half_space({0.0, 1.0, 0.0}, -1.0 + below), {});
    ASSERT_EQ(patches.size(), 1u) << below;
    EXPECT_NEAR(patches[0].depth, below, 1e-5) << below;
    EXPECT_NEAR(patches[0].volume / (4.0 * below), 1.0, 1e-3) << below;
    EXPECT_LT(norm(patches[0].normal - Vec3<double>{0.0, -1.0, 0.0}), 1e-4) << below;
  }
  EXPECT_TRUE(patches_of(cube, make_half_space({0.0, 1.0, 0.0}, -1.01), {}).empty());
}

// Teeth that are closer to each other than two cells.
TEST(PatchesOfAComb, EveryToothOnAFloorHasAPatch) {
  constexpr int teeth = 5;
  constexpr double below = 0.03, gap = 0.5;
  const test::FlatShape comb = test::flat_shape("comb", test::comb(teeth, gap), 10);
  const Patches patches =
      patches_of(comb.shape, make_half_space({0.0, -1.0, 0.0}, -1.0 + below), {});
  ASSERT_EQ(patches.size(), std::size_t(teeth));
  const double width = 2.0 / teeth * (1.0 - gap), thickness = 0.6;
  for (const ContactPatch<double>& p : patches) {
    EXPECT_NEAR(p.depth, below, 1e-12);
    EXPECT_NEAR(p.volume, width * thickness * below, 1e-12);
    EXPECT_NEAR(p.area, width * thickness + (width + thickness) * below, 1e-12);
    EXPECT_LT(norm(p.normal - Vec3<double>{0.0, 1.0, 0.0}), 1e-12);
    // Half of the springs are the tooth's, its sides included, half are the floor's.
    EXPECT_NEAR(norm(p.depth_integral),
                width * thickness * below + 0.5 * (width + thickness) * below * below, 1e-12);
  }
}

// Overlaps that are thinner than the facets of the converted body are deep inside it.
TEST_F(PatchesOfACube, WithARoundBodyHoweverThin) {
  const double radius = 0.7;
  for (const double thin : {1e-3, 1e-4, 1e-5, 1e-7}) {
    const Patches on_face =
        patches_of(cube, make_sphere(radius), {{0.1, 0.2, 1.0 + radius - thin}, {}});
    ASSERT_EQ(on_face.size(), 1u) << thin;
    EXPECT_NEAR(on_face[0].depth / thin, 1.0, 1e-6) << thin;
    EXPECT_NEAR(on_face[0].volume / (pi * radius * thin * thin), 1.0, 1e-3) << thin;
    EXPECT_NEAR(on_face[0].area / (2.0 * pi * radius * thin), 1.0, 1e-3) << thin;
    const double h = std::sqrt(0.5) * (radius - thin);
    const Patches on_edge =
        patches_of(cube, make_ellipsoid({radius, radius, radius}), {{0.1, 1.0 + h, 1.0 + h}, {}});
    ASSERT_EQ(on_edge.size(), 1u) << thin;
    EXPECT_GT(on_edge[0].volume, 0.0) << thin;
    EXPECT_LT(on_edge[0].volume, pi * radius * thin * thin) << thin;
  }
  EXPECT_TRUE(patches_of(cube, make_sphere(radius), {{0.1, 0.2, 1.0 + radius + 1e-9}, {}}).empty());
}

double cap_volume(double radius, double depth) {
  return std::numbers::pi * depth * depth * (radius - depth / 3.0);
}

// The facets of a round body follow the depth: the volume is right to a stated part at any depth.
TEST_F(PatchesOfACube, WithABallAreThatOfACapAtAnyDepth) {
  for (const double radius : {0.7, 0.07}) {
    MeshPatchScratch scratch;
    for (const double part : {1e-4, 1e-3, 3e-3, 5e-3, 1e-2, 3e-2, 0.1, 0.2}) {
      const double d = part * radius;
      const Patches patches =
          patches_of(cube, make_sphere(radius), {{0.1, 0.2, 1.0 + radius - d}, {}}, &scratch);
      ASSERT_EQ(patches.size(), 1u) << part;
      EXPECT_NEAR(patches[0].volume / cap_volume(radius, d), 1.0, 0.01) << part;
      EXPECT_NEAR(patches[0].depth / d, 1.0, 0.01) << part;
      const double area = std::numbers::pi * d * (2.0 * radius - 0.5 * d);  // mean of cap and disc
      EXPECT_NEAR(patches[0].area / area, 1.0, 0.01) << part;
    }
  }
}

// A ball in a hollow cube that is a little too small for it: six caps.
TEST(PatchesOfAHollowCube, WithABallAreSixCaps) {
  TriangleMesh hollow = test::box({1.0, 1.0, 1.0}), inner = test::box({0.6, 0.6, 0.6});
  for (std::array<int, 3> t : inner.triangles) {
    hollow.triangles.push_back({t[0] + 8, t[2] + 8, t[1] + 8});
  }
  hollow.vertices.insert(hollow.vertices.end(), inner.vertices.begin(), inner.vertices.end());
  const Shape cube = make_mesh(hollow, {.cells = 24, .surface = MeshSurface::source});
  for (const double part : {1e-3, 1e-2, 0.1}) {
    const double radius = 0.6 / (1.0 - part), d = part * radius;
    const Patches patches = patches_of(cube, make_sphere(radius), {});
    ASSERT_EQ(patches.size(), 6u) << part;
    for (const ContactPatch<double>& p : patches) {
      EXPECT_NEAR(p.volume / cap_volume(radius, d), 1.0, 0.01) << part;
      EXPECT_NEAR(p.depth / d, 1.0, 0.01) << part;
    }
  }
}

// A ring that lies on a floor, and a ring around a stick: several patches.
TEST(PatchesOfARing, TouchInSeveralPlaces) {
  const Shape ring = make_mesh(test::torus(0.75, 0.25, 96, 32), {.cells = 40});
  MeshPatchScratch scratch;
  const Shape stick = make_ellipsoid({0.52, 0.3, 3.0});
  const Patches two = patches_of(ring, stick, {}, &scratch);
  ASSERT_EQ(two.size(), 2u);
  EXPECT_LT(dot(two[0].normal, two[1].normal), -0.9);
  EXPECT_NEAR(two[0].depth, 0.02, 5e-3);
  // Again with what was kept, and with another body: the same answers as without.
  EXPECT_EQ(patches_of(ring, stick, {}, &scratch)[0].volume, two[0].volume);
  const Shape ball = make_sphere(0.52);
  EXPECT_EQ(patches_of(ring, ball, {}, &scratch).size(), patches_of(ring, ball, {}).size());
  const Patches standing = patches_of(ring, make_half_space({1.0, 0.0, 0.0}, -0.99), {});
  EXPECT_EQ(standing.size(), 1u);
}

TEST(PatchesOfARing, NotOfSegmentsNorWithoutAMesh) {
  const Shape ring = make_mesh(test::torus(0.75, 0.25, 24, 12), {.cells = 16});
  EXPECT_FALSE(mesh_patches(ring, {}, make_segment({0, 0, 0}, {1, 0, 0}), {}));
  EXPECT_FALSE(mesh_patches(make_sphere(1.0), {}, make_sphere(1.0), {}));
}

}  // namespace
}  // namespace talus
