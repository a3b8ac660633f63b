// Coarse tolerances at exponents that the fast path does not work on: a bracket of that width which
// contains zero would be a failure, so that such pairs are solved to full precision.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "talus/narrow/batch.h"
#include "talus/query.h"

namespace talus {
namespace {

constexpr double exponents[] = {1, 1.005, 1.01, 1.1, 2, 8, 50, 128, 200, 1000, 1e4};

struct Random {
  explicit Random(std::uint64_t seed) : engine(seed) {}
  double uniform() { return static_cast<double>(engine() >> 11) * 0x1p-53; }
  std::mt19937_64 engine;
};

Quat<double> some_turn(Random& random) {
  Quat<double> q{random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5,
                 random.uniform() - 0.5};
  const double s = 1 / std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}

Shape some_body(Random& random, bool ellipsoid) {
  const auto axis = [&] { return 0.5 + random.uniform(); };
  const auto n = [&] { return exponents[static_cast<int>(11 * random.uniform())]; };
  const Vec3<double> axes{axis(), axis(), axis()};
  const double n1 = n(), n2 = n();
  if (ellipsoid) return make_ellipsoid(axes);
  return make_superquadric(axes, n1, n2);
}

// One body passes through zero distance in small steps, each query with the cache of the last one.
TEST(CoarseTolerance, AnswersAllExponentsNearZeroDistance) {
  Random random(4);
  Settings<double> coarse;
  coarse.tolerance = 1e-4;
  int near = 0;
  for (int trial = 0; trial < 150; ++trial) {
    const Shape a = some_body(random, false), b = some_body(random, trial % 4 == 0);
    const Pose<double> pose_a{{0, 0, 0}, some_turn(random)};
    Pose<double> pose_b{{4, 0, 0}, some_turn(random)};
    for (int i = 0; i < 30; ++i) {  // to zero distance along x
      const Contact<double> c = contact(a, pose_a, b, pose_b);
      pose_b.position.x -= c.distance / std::max(0.3, c.normal.x);
    }
    pose_b.position.x += 5e-5;
    Cache<double> cache, batch_cache;
    for (int step = 0; step < 10; ++step) {
      pose_b.position.x -= 1e-5;
      const Contact<double> exact = contact(a, pose_a, b, pose_b);
      const Contact<double> c = contact(a, pose_a, b, pose_b, coarse, &cache);
      ASSERT_FALSE(is_failure(exact.status)) << trial;
      ASSERT_FALSE(is_failure(c.status)) << trial;
      EXPECT_NEAR(c.distance, exact.distance, 1e-9) << trial;
      near += std::abs(c.distance) < 1e-4 ? 1 : 0;
      Contact<double> in_batch;
      const PairQuery query{&a, &pose_a, &b, &pose_b};
      contact_batch({&query, 1}, {&in_batch, 1}, coarse, {&batch_cache, 1});
      EXPECT_EQ(in_batch.distance, c.distance) << trial;
      EXPECT_EQ(in_batch.status, c.status) << trial;
    }
  }
  EXPECT_GT(near, 500);
}

}  // namespace
}  // namespace talus
