// Stress, fabric and coordination of states whose values are known.
#include <gtest/gtest.h>

#include <cmath>

#include "measure/region_state.h"

namespace talus {
namespace {

TEST(Stress, OfALatticeIsTheSameInEverySlabAndBox) {
  const RegionState state = cubic_lattice(3);
  // One force of 1 N per 2 x 2 m2 of every plane.
  for (const Region& region :
       {box_region({0, 0, 0}, {6, 6, 6}), box_region({1.1, 0, 0}, {3.1, 6, 6}),
        box_region({0.7, 2.0, 3.3}, {2.7, 4.0, 5.3})}) {
    const Stress s = stress(state.view(), region);
    EXPECT_NEAR(s.contact.row0.x, 0.25, 1e-12);
    EXPECT_NEAR(s.contact.row1.y, 0.25, 1e-12);
    EXPECT_NEAR(s.contact.row2.z, 0.25, 1e-12);
    EXPECT_NEAR(s.contact.row0.y, 0.0, 1e-12);
    EXPECT_NEAR(s.pressure(), 0.25, 1e-12);
    EXPECT_NEAR(s.deviator(), 0.0, 1e-12);
  }
  // A slab between two layers has the stress that passes through it, and no chain along x or y.
  const Stress slab = stress(state.view(), box_region({0, 0, 0.4}, {6, 6, 0.5}));
  EXPECT_NEAR(slab.contact.row2.z, 0.25, 1e-12);
  EXPECT_NEAR(slab.contact.row0.x, 0.0, 1e-12);
}

TEST(Stress, OfAChainThroughACylinderIsForceOverArea) {
  RegionState state;
  const std::int32_t ball = state.shape(make_sphere(1.0));
  for (int i = 0; i < 5; ++i) state.add(ball, {0, 0, 2.0 * i});
  for (int i = 0; i < 4; ++i) state.touch(i, i + 1, {0.5, 0, 3.0});
  const Stress s = stress(state.view(), cylinder_region({0, 0, 1.3}, {0, 0, 1}, 2.0, 3.7));
  const double area = 4.0 * std::acos(-1.0);
  EXPECT_NEAR(s.contact.row2.z, 3.0 / area, 1e-12);
  EXPECT_NEAR(s.contact.row0.z, 0.5 / area, 1e-12);  // force along x, branch along z
  EXPECT_NEAR(s.contact.row2.x, 0.0, 1e-12);
  const double deviator = std::sqrt(1.5 * (6.0 / 9.0 * 9.0 + 2.0 * 0.0625)) / area;
  EXPECT_NEAR(s.deviator(), deviator, 1e-12);
}

TEST(Stress, OfMotionIsRelativeToTheMean) {
  RegionState state;
  const std::int32_t ball = state.shape(make_sphere(0.1));
  state.add(ball, {1, 1, 1}, {}, {3, 0, 5});
  state.add(ball, {2, 2, 2}, {}, {1, 0, 5});
  state.add(ball, {9, 9, 9}, {}, {7, 7, 7});
  const Region region = box_region({0, 0, 0}, {4, 4, 4});
  const Stress s = stress(state.view(), region);
  EXPECT_DOUBLE_EQ(s.kinetic.xx, 2.0 / 64.0);
  EXPECT_DOUBLE_EQ(s.kinetic.zz, 0.0);
  const RegionMotion m = motion(state.view(), region);
  EXPECT_EQ(m.bodies, 2);
  EXPECT_EQ(m.momentum, (Vec3<double>{4, 0, 10}));
  EXPECT_DOUBLE_EQ(m.translation, 0.5 * (9 + 25) + 0.5 * (1 + 25));
}

TEST(Fabric, OfALatticeIsIsotropicAndOfAChainIsNot) {
  RegionState lattice = cubic_lattice(3);
  const Fabric even = fabric(lattice.view(), box_region({0, 0, 0}, {6, 6, 6}));
  EXPECT_EQ(even.contacts, 81);
  EXPECT_NEAR(even.tensor.xx, 1.0 / 3.0, 1e-12);
  EXPECT_NEAR(even.anisotropy(), 0.0, 1e-9);
  RegionState chain;
  const std::int32_t ball = chain.shape(make_sphere(1.0));
  for (int i = 0; i < 3; ++i) chain.add(ball, {0, 0, 2.0 * i});
  chain.touch(0, 1, {0, 0, 1}), chain.touch(1, 2, {0, 0, 1});
  const Fabric column = fabric(chain.view(), box_region({-2, -2, 0}, {2, 2, 2}));
  EXPECT_EQ(column.contacts, 1);
  EXPECT_DOUBLE_EQ(column.tensor.zz, 1.0);
  EXPECT_DOUBLE_EQ(column.anisotropy(), 7.5);
}

TEST(Coordination, CountsRattlersApart) {
  RegionState state = cubic_lattice(3);
  const Region whole = box_region({0, 0, 0}, {6, 6, 6});
  Coordination z = coordination(state.view(), whole);
  EXPECT_EQ(z.bodies, 27);
  EXPECT_DOUBLE_EQ(z.mean(), 6.0);
  EXPECT_DOUBLE_EQ(z.mechanical(), 6.0);
  state.add(0, {1, 1, 1});    // touches nothing
  state.add(0, {1, 1, 1.5});  // touches one
  state.touch(28, 0, {0, 0, 0.1});
  z = coordination(state.view(), whole);
  EXPECT_EQ(z.rattlers, 2);
  EXPECT_DOUBLE_EQ(z.mean(), (27 * 6 + 2) / 29.0);
  EXPECT_DOUBLE_EQ(z.mechanical(), (27 * 6 + 1) / 27.0);
  // Floors are walls.
  const std::int32_t plane = state.shape(make_half_space({0, 0, 1}, 0));
  state.add(plane, {});
  state.motion.freedom.back() = Freedom::fixed;
  state.touch(0, 29, {0, 0, -1});
  z = coordination(state.view(), whole);
  EXPECT_EQ(z.bodies, 29);
  EXPECT_EQ(z.wall_contacts, 1);
  EXPECT_EQ(z.body_contacts, 27 * 6 + 2);
}

TEST(Regions, CutLinesAtTheirEnds) {
  RegionState state;
  const std::int32_t ball = state.shape(make_sphere(1.0));
  state.add(ball, {-4, 1, 0}), state.add(ball, {4, 1, 0});
  state.touch(0, 1, {1, 0, 0});
  // A chord of 2 sqrt(4 - 1) through a round region of radius 2 whose axis is z.
  const Region round = cylinder_region({0, 0, -1}, {0, 0, 1}, 2.0, 2.0);
  const Stress s = stress(state.view(), round);
  EXPECT_NEAR(s.contact.row0.x * s.volume, 2.0 * std::sqrt(3.0), 1e-12);
  EXPECT_EQ(stress(state.view(), box_region({-1, 1.5, -1}, {1, 3, 1})).contact.row0.x, 0.0);
  EXPECT_EQ(stress(state.view(), box_region({5, 0, -1}, {6, 3, 1})).contact.row0.x, 0.0);
}

}  // namespace
}  // namespace talus
