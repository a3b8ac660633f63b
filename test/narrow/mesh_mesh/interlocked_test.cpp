// Bodies that hold each other: a link of a chain in another, a bolt in a nut, a peg in a hole. They
// touch in several patches at once, and forces from the patches keep them together.
#include <gtest/gtest.h>

#include "narrow/mesh_mesh/bodies.h"

namespace talus::test {
namespace {

Quat<double> product(const Quat<double>& p, const Quat<double>& q) {
  return {
      p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
      p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

// A body B that moves in the frame of A, which is fixed: each patch is a bed of springs of
// `stiffness` per area, and damping acts on the velocity. Semi-implicit
// Euler steps, unit mass, a round inertia.
struct FixedAndMoving {
  FixedAndMoving(const MeshView<double>& fixed, const MeshView<double>& moving)
      : a(fixed), b(moving) {}

  const MeshView<double>&a, &b;
  double stiffness = 2000.0, damping = 2.0, inertia = 0.3, step = 0.002;
  Vec3<double> position{}, velocity{}, spin{};
  Quat<double> orientation{};
  PatchStorage storage;
  std::size_t most_patches = 0;
  double deepest = 0.0;

  RelativePose<double> pose() const { return {rotation_of(orientation), position}; }

  void advance(const Vec3<double>& pull) {
    Vec3<double> force = pull - damping * velocity, torque = -damping * inertia * spin;
    const auto patches = storage.patches(a, b, pose(), true);
    most_patches = std::max(most_patches, patches.size());
    for (const ContactPatch<double>& patch : patches) {
      force = force + stiffness * patch.depth_integral;
      torque = torque + stiffness * (patch.moment - cross(position, patch.depth_integral));
      deepest = std::max(deepest, patch.depth);
    }
    velocity = velocity + step * force;
    spin = spin + (step / inertia) * torque;
    position = position + step * velocity;
    const Quat<double> turn{1.0, 0.5 * step * spin.x, 0.5 * step * spin.y, 0.5 * step * spin.z};
    orientation = product(turn, orientation);
    const double length = std::sqrt(orientation.w * orientation.w + orientation.x * orientation.x +
                                    orientation.y * orientation.y + orientation.z * orientation.z);
    orientation = {orientation.w / length, orientation.x / length, orientation.y / length,
                   orientation.z / length};
  }
};

TEST(MeshInterlocked, TwoLinksOfAChainHoldAPull) {
  const Mesh link = make_mesh(chain_link(0.8, 0.4, 0.15, 160, 40), {.cells = 48});
  // The second link is turned by a quarter about the chain and hangs in the first.
  FixedAndMoving chain(link.view(), link.view());
  chain.orientation = {std::sqrt(0.5), std::sqrt(0.5), 0.0, 0.0};
  chain.position = {1.25, 0.0, 0.0};  // the bends nearly touch at 2 (0.4 + 0.4 - 0.15)
  for (int i = 0; i < 4000; ++i) chain.advance({3.0, 0.4, 0.3});
  EXPECT_GE(chain.most_patches, 1u);
  EXPECT_LT(norm(chain.velocity), 1e-3);  // at rest
  EXPECT_LT(chain.position.x, 1.40);      // not pulled through
  EXPECT_GT(chain.position.x, 1.2);
  EXPECT_LT(chain.deepest, 0.1);
}

TEST(MeshInterlocked, ABoltHoldsANutByItsThread) {
  const Mesh bolt_body = make_mesh(bolt(64, 96), {.cells = 48});
  const Mesh nut_body = make_mesh(nut(64, 48, 0.02), {.cells = 48});
  // Pushed along its axis by more than the play, the nut sits on the flanks of the thread; the head
  // is far away.
  FixedAndMoving screw(bolt_body.view(), nut_body.view());
  screw.damping = 10.0;
  screw.inertia = 1e9;  // it does not turn off the thread
  screw.position = {0.0, 0.0, -0.3};
  for (int i = 0; i < 1500; ++i) screw.advance({0.0, 0.0, 3.0});
  const auto by_facets = screw.storage.patches(bolt_body.view(), nut_body.view(), screw.pose());
  RecordProperty("patches", static_cast<int>(by_facets.size()));
  EXPECT_EQ(by_facets.size(), 1u);  // one flank of the thread, which is one helix
  EXPECT_LT(std::abs(screw.velocity.z), 1e-3);
  EXPECT_LT(std::abs(screw.position.z + 0.3), 0.1);  // less than half a pitch: the thread holds
}

// Tilted by more than its play, it sits on both flanks, on opposite sides, in each of its two
// turns. The turns are distinguished once the gap between their patches is more than two cubes
// wide.
TEST(MeshInterlocked, ATiltedNutTouchesEveryTurnOnEitherSide) {
  const Mat3<double> tilted = rotation_of(Quat<double>{1.0, 0.05, 0.0, 0.0});
  PatchStorage storage(1 << 17);
  double area[2] = {};
  for (const int cells : {48, 96}) {
    const Mesh bolt_body = make_mesh(bolt(64, 96), {.cells = cells});
    const Mesh nut_body = make_mesh(nut(64, 48, 0.02), {.cells = cells});
    const auto patches =
        storage.patches(bolt_body.view(), nut_body.view(), {tilted, {0.0, 0.0, -0.3}});
    ASSERT_FALSE(storage.set().exceeded());
    EXPECT_EQ(patches.size(), cells == 48 ? 2u : 4u);
    RecordProperty("patches", static_cast<int>(patches.size()));
    for (const ContactPatch<double>& patch : patches) {
      const double side = patch.centroid.y > 0.0 ? 1.0 : -1.0;
      EXPECT_GT(side * patch.centroid.y, 0.3);
      EXPECT_GT(side * patch.normal.y, 0.7);
      EXPECT_LT(side * patch.normal.z, -0.5);
      area[cells / 96] += patch.area;
    }
  }
  EXPECT_NEAR(area[0], area[1], 0.02 * area[1]);
}

TEST(MeshInterlocked, APegInAHoleIsHeldFromAllSides) {
  const Mesh ring = make_mesh(nut(96, 32, 0.1), {.cells = 48});
  const Mesh peg = make_mesh(box({0.37, 0.37, 0.9}), {.cells = 48, .surface = MeshSurface::source});
  // The corners of the square peg, 0.523 from the axis, press into the threads, 0.48 to 0.6 wide.
  PatchStorage storage;
  const RelativePose<double> pose{identity_matrix<double>(), {}};
  const auto patches = storage.patches(ring.view(), peg.view(), pose);
  EXPECT_GE(patches.size(), 4u);
  Vec3<double> sum{};
  for (const ContactPatch<double>& patch : patches) {
    EXPECT_LT(std::abs(patch.normal.z), 0.8);
    sum = sum + patch.area * patch.normal;
  }
  double total = 0.0;
  for (const ContactPatch<double>& patch : patches) total += patch.area;
  EXPECT_LT(std::hypot(sum.x, sum.y), 0.2 * total);  // they balance
}

}  // namespace
}  // namespace talus::test
