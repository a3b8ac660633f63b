// Volumes of bodies in regions, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "measure/region_state.h"
#include "talus/measure.h"

namespace talus {
namespace {

constexpr double pi = std::numbers::pi;

// Of points that fill space evenly the error is well below that of random ones.
void expect_volume(const Porosity& p, double volume) {
  EXPECT_NEAR(p.solid, volume, p.sampling_error + 1e-12 * p.volume);
}

TEST(Porosity, OfBodiesInsideAsAWholeIsExact) {
  RegionState state;
  state.add(state.shape(make_sphere(0.5)), {1, 1, 1});
  state.add(state.shape(make_ellipsoid({0.3, 0.2, 0.1})), {3, 3, 3}, {0.5, 0.5, 0.5, 0.5});
  const Porosity p = porosity(state.view(), box_region({0, 0, 0}, {4, 4, 4}));
  EXPECT_DOUBLE_EQ(p.volume, 64.0);
  EXPECT_DOUBLE_EQ(p.solid, 4.0 / 3.0 * pi * (0.125 + 0.006));
  EXPECT_EQ(p.sampling_error, 0.0);
  EXPECT_DOUBLE_EQ(p.porosity(), 1.0 - p.solid / 64.0);
}

TEST(Porosity, OfASphereThatAPlaneCutsIsThatOfACap) {
  for (const double height : {0.1, 0.5, 1.0, 1.5, 1.99}) {
    RegionState state;
    state.add(state.shape(make_sphere(1.0)), {0.2, -0.1, 0});
    const Porosity p = porosity(state.view(), box_region({-3, -3, 1.0 - height}, {3, 3, 5}));
    expect_volume(p, pi * height * height * (3.0 - height) / 3.0);
    EXPECT_GT(p.sampling_error, 0.0);
    EXPECT_LT(p.sampling_error, 0.05);
  }
}

TEST(Porosity, OfACubeAcrossACylinderAndOfItsCorners) {
  RegionState state;
  std::vector<Vec3<double>> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
  }
  state.add(state.shape(make_polyhedron(corners)), {5, 5, 5});
  // A cylinder along x through the middle of the cube: its ends are outside.
  expect_volume(porosity(state.view(), cylinder_region({0, 5, 5}, {1, 0, 0}, 0.6, 10)),
                2.0 * pi * 0.36);
  expect_volume(porosity(state.view(), box_region({5, 5, 5}, {9, 9, 9})), 1.0);
  EXPECT_EQ(porosity(state.view(), box_region({6.8, 6.8, 6.8}, {9, 9, 9})).solid, 0.0);
}

TEST(Porosity, OfALatticeInAPeriodicCell) {
  const RegionState state = cubic_lattice(3);
  const Porosity whole = porosity(state.view(), box_region({0, 0, 0}, {6, 6, 6}));
  EXPECT_NEAR(whole.porosity(), 1.0 - pi / 6.0, 1e-3);
  // A slab one period of the lattice thick has the same, wherever it is.
  for (const double z : {0.0, 0.3, 1.7, 3.9}) {
    const Porosity slab = porosity(state.view(), box_region({0, 0, z}, {6, 6, z + 2.0}));
    EXPECT_NEAR(slab.porosity(), 1.0 - pi / 6.0, 2e-3) << z;
  }
}

// Parts in two halves add up to the whole, for every kind of shape and any orientation.
TEST(Porosity, OfTwoHalvesIsThatOfTheBody) {
  const TriangleMesh tetrahedron{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                 {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  const std::vector<Shape> shapes{make_sphere(0.6), make_ellipsoid({0.9, 0.1, 0.2}),
                                  make_superquadric({0.5, 0.6, 0.7}, 8, 1.2),
                                  make_polyhedron(tetrahedron.vertices), make_mesh(tetrahedron)};
  for (const Shape& shape : shapes) {
    RegionState state;
    state.add(state.shape(shape), {0.1, 0.0, 0.05}, {0.8, 0.0, 0.6, 0.0});
    const Porosity low = porosity(state.view(), box_region({-3, -3, -3}, {3, 3, 0.1}));
    const Porosity high = porosity(state.view(), box_region({-3, -3, 0.1}, {3, 3, 3}));
    EXPECT_GT(low.solid, 0.0);
    EXPECT_GT(high.solid, 0.0);
    EXPECT_NEAR(low.solid + high.solid, mass_properties(shape).volume,
                1e-3 * mass_properties(shape).volume);
  }
}

}  // namespace
}  // namespace talus
