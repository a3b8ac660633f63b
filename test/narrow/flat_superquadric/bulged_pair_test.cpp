// Pairs of flat superquadrics: the same bits alone, in packs and with every instruction set, the
// same force from both sides and from the last search on, and none but the contact's where nothing
// bulges.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include "narrow/nudged.h"
#include "talus/narrow/flat_superquadric/bulged_pair_kernels.h"
#include "talus/narrow/force_point.h"

namespace talus::test {
namespace {

struct OverlappingPair {
  Shape a, b;
  Pose<double> pose_a, pose_b;
  Contact<double> contact;
};

// From faces on faces to corners on corners, of all exponents.
std::vector<OverlappingPair> random_pairs(int count) {
  std::mt19937 engine(11);
  std::normal_distribution<> normal;
  std::uniform_real_distribution<> unit(0.0, 1.0);
  const double exponents[] = {2.0, 3.0, 5.0, 8.0, 20.0, 100.0};
  const auto shape = [&] {
    const Vec3<double> axes{0.3 + unit(engine), 0.3 + unit(engine), 0.3 + unit(engine)};
    const double n2 = exponents[engine() % 6], n1 = exponents[engine() % 6];
    return make_superquadric(axes, n1, n2);
  };
  std::vector<OverlappingPair> pairs;
  while (static_cast<int>(pairs.size()) < count) {
    OverlappingPair p{shape(), shape(), {}, {}, {}};
    const double tilt = std::pow(10.0, -6.0 * unit(engine));
    p.pose_a.orientation = {1.0, tilt * normal(engine), tilt * normal(engine),
                            tilt * normal(engine)};
    p.pose_b = {{0.3 * normal(engine), 0.3 * normal(engine), 1.0}, {1.0, 0.0, 0.0, 0.0}};
    for (int i = 0; i < 4; ++i) {
      p.contact = contact(p.a, p.pose_a, p.b, p.pose_b);
      const double depth = 1e-3;
      p.pose_b.position = p.pose_b.position - (p.contact.distance + depth) * p.contact.normal;
    }
    p.contact = contact(p.a, p.pose_a, p.b, p.pose_b);
    if (!is_failure(p.contact.status) && p.contact.distance < 0.0) pairs.push_back(p);
  }
  return pairs;
}

BulgedPairQuery<double> query_of(const OverlappingPair& p) {
  const Vec3<double> middle = 0.5 * (p.contact.point_a + p.contact.point_b);
  BulgedPairQuery<double> q;
  q.a = {std::get<Superquadric<double>>(p.a), p.pose_a.orientation, p.pose_a.position - middle};
  q.b = {std::get<Superquadric<double>>(p.b), p.pose_b.orientation, p.pose_b.position - middle};
  q.normal = p.contact.normal;
  q.depth = -p.contact.distance;
  return q;
}

TEST(BulgedPair, HasTheSameBitsInEveryKernel) {
  const std::vector<OverlappingPair> pairs = random_pairs(301);
  std::vector<BulgedPairQuery<double>> query;
  std::vector<BulgedPairDepth<double>> scalar;
  int found = 0;
  for (const OverlappingPair& p : pairs) {
    BulgedPairQuery<double> q = query_of(p);
    // Two of three begin at the result itself, or beyond the side.
    const BulgedPairDepth<double> cold = bulged_pair_depth(q);
    if (query.size() % 3 != 0 && cold.found > 0.0) {
      q.start_tilt = (query.size() % 3 == 1 ? 1.0 : 5.0) * cold.tilt;
      q.start_depth_ratio = cold.depth_ratio;
    }
    query.push_back(q);
    scalar.push_back(bulged_pair_depth(query.back()));
    found += scalar.back().found > 0.0;
  }
  EXPECT_GT(found, 100);
  for (const BulgedPairKernel& kernel : bulged_pair_kernels()) {
    std::vector<BulgedPairDepth<double>> depth(pairs.size());
    std::vector<const double*> from;
    std::vector<double*> to;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      from.push_back(&query[i].a.shape.semi_axes.x);
      to.push_back(&depth[i].found);
    }
    kernel.depths(from.data(), static_cast<int>(pairs.size()), to.data());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      EXPECT_EQ(std::memcmp(&depth[i], &scalar[i], sizeof depth[i]), 0)
          << kernel.instruction_set << ' ' << i;
    }
  }
}

TEST(BulgedPair, HasTheSameForceFromBothSidesAndInABatch) {
  const std::vector<OverlappingPair> pairs = random_pairs(301);
  std::vector<PairQuery> query;
  std::vector<Contact<double>> contacts;
  for (const OverlappingPair& p : pairs) {
    query.push_back({&p.a, &p.pose_a, &p.b, &p.pose_b});
    contacts.push_back(p.contact);
  }
  std::vector<ForcePoint> batch(pairs.size());
  superquadric_force_points(query, contacts, batch);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const OverlappingPair& p = pairs[i];
    const ForcePoint one = force_point(p.a, p.pose_a, p.b, p.pose_b, p.contact);
    EXPECT_EQ(one.slope, batch[i].slope);
    if (one.slope == 1.0) {
      EXPECT_EQ(one.depth, -p.contact.distance);
      continue;
    }
    EXPECT_EQ(one.depth, batch[i].depth);
    EXPECT_EQ(norm(one.point - batch[i].point), 0.0);
    EXPECT_EQ(norm(one.normal - batch[i].normal), 0.0);
    Contact<double> back = p.contact;
    back.normal = -back.normal;
    std::swap(back.point_a, back.point_b);
    const ForcePoint other = force_point(p.b, p.pose_b, p.a, p.pose_a, back);
    EXPECT_NEAR(one.depth, other.depth, 1e-9 * one.depth);
    EXPECT_NEAR(one.slope, other.slope, 1e-6);
    EXPECT_LT(norm(one.normal + other.normal), 1e-9);
    EXPECT_LT(norm(cross(one.normal, one.point - other.point)), 1e-6);
    EXPECT_NEAR(one.spread_squared, other.spread_squared, 1e-4);
  }
}

// Bodies that move from step to step as in a settling bed: the force is that of a search from the
// contact, mostly after one step.
TEST(BulgedPair, HasTheSameForceFromItsLastSearchOn) {
  std::vector<OverlappingPair> pairs = random_pairs(301);
  std::mt19937 engine(3);
  std::normal_distribution<> normal;
  std::vector<PairQuery> query;
  for (const OverlappingPair& p : pairs) query.push_back({&p.a, &p.pose_a, &p.b, &p.pose_b});
  std::vector<Contact<double>> contacts(pairs.size());
  std::vector<ForcePoint> batch(pairs.size());
  std::vector<BulgedStart> start(pairs.size());
  constexpr double angle = 1e-7, shift = 1e-7;  // of a depth of 1e-3 and sides of 0.3 to 1.3
  int found = 0, quick = 0;
  double depth = 0.0, point = 0.0;
  for (int step = 0; step < 20; ++step) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      OverlappingPair& p = pairs[i];
      const Vec3<double> axis{normal(engine), normal(engine), normal(engine)};
      p.pose_b = nudged(nudged(p.pose_b, axis, angle, true), axis, shift, false);
      contacts[i] = contact(p.a, p.pose_a, p.b, p.pose_b);
    }
    superquadric_force_points(query, contacts, batch, start);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const OverlappingPair& p = pairs[i];
      if (!(contacts[i].distance < 0.0)) continue;
      const ForcePoint cold = force_point(p.a, p.pose_a, p.b, p.pose_b, contacts[i]);
      EXPECT_EQ(start[i].depth_ratio > 0.0f, batch[i].slope != 1.0);
      // Where the search from the contact does not converge, the last one may lead on.
      if (cold.slope == 1.0) continue;
      ASSERT_NE(batch[i].slope, 1.0) << i;
      ++found;
      quick += start[i].steps == 1;
      depth = std::max(depth, std::abs(batch[i].depth / cold.depth - 1.0));
      point = std::max(point, norm(cross(cold.normal, batch[i].point - cold.point)));
    }
  }
  EXPECT_GT(found, 2000);
  EXPECT_GT(quick, 0.9 * found);
  EXPECT_LT(depth, 5e-8);
  EXPECT_LT(point, 1e-5);
}

// A start is a guess: one that is far off, or no number, ends at the same force.
TEST(BulgedPair, AnyStartIsSafe) {
  const std::vector<OverlappingPair> pairs = random_pairs(100);
  for (const OverlappingPair& p : pairs) {
    BulgedPairQuery<double> q = query_of(p);
    const BulgedPairDepth<double> cold = bulged_pair_depth(q);
    for (const double bad : {1e-2, 1.0, 1e30, std::nan("")}) {
      q.start_tilt = {bad, -bad, 0.3 * bad};
      q.start_depth_ratio = bad;
      const BulgedPairDepth<double> warm = bulged_pair_depth(q);
      ASSERT_EQ(warm.found, cold.found) << bad;
      if (cold.found == 0.0) continue;
      EXPECT_NEAR(warm.depth, cold.depth, 5e-8 * cold.depth) << bad;
    }
  }
}

}  // namespace
}  // namespace talus::test
