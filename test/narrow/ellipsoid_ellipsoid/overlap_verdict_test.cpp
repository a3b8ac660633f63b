// The quick verdict against Wang's criterion in whole numbers.
#include "talus/narrow/ellipsoid_ellipsoid/overlap_verdict.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "oracle/wang.h"
#include "talus/math/pose.h"

namespace {

using namespace talus;
using ellipsoid_ellipsoid::Overlap;
using ellipsoid_ellipsoid::overlap_verdict;
using ellipsoid_ellipsoid::spread_of;

struct Pair {
  Vec3<double> axes_a, axes_b;
  Mat3<double> rotation;
  Vec3<double> offset;
};

std::array<double, 3> list(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

oracle::WangVerdict exact_verdict(const Pair& p) {
  return oracle::wang_verdict(
      {list(p.axes_a),
       list(p.axes_b),
       {list(p.rotation.row0), list(p.rotation.row1), list(p.rotation.row2)},
       list(p.offset)});
}

Overlap verdict(const Pair& p, int max_steps = 8) {
  return overlap_verdict(spread_of(p.axes_a, identity_matrix<double>()),
                         spread_of(p.axes_b, p.rotation), p.offset, max_steps);
}

class RandomPairs {
 public:
  // Semi-axes between 1 and `ratio`.
  explicit RandomPairs(double ratio, unsigned seed) : ratio_(ratio), generator_(seed) {}

  Pair next() {
    Pair p;
    p.axes_a = axes();
    p.axes_b = axes();
    Quat<double> q{normal_(generator_), normal_(generator_), normal_(generator_),
                   normal_(generator_)};
    p.rotation = rotation_of(q);
    const Vec3<double> n =
        normalized(Vec3<double>{normal_(generator_), normal_(generator_), normal_(generator_)});
    // About half of the pairs overlap.
    const double reach = norm(multiply_componentwise(p.axes_a, n)) + max_norm(p.axes_b);
    p.offset = ((ratio_ > 10.0 ? 0.7 : 1.3) * reach * uniform_(generator_)) * n;
    return p;
  }

 private:
  Vec3<double> axes() {
    const auto one = [this] { return std::pow(ratio_, uniform_(generator_)); };
    return {one(), one(), one()};
  }

  double ratio_;
  std::mt19937_64 generator_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_{0.0, 1.0};
};

TEST(OverlapVerdict, IsNeverWrong) {
  for (const double ratio : {1.0, 6.0, 100.0, 1e4}) {
    RandomPairs pairs(ratio, 1);
    int overlapping = 0, undecided = 0;
    constexpr int count = 400;
    for (int i = 0; i < count; ++i) {
      const Pair p = pairs.next();
      const Overlap found = verdict(p);
      const oracle::WangVerdict exact = exact_verdict(p);
      overlapping += exact == oracle::WangVerdict::overlapping;
      undecided += found == Overlap::undecided;
      if (found == Overlap::overlapping) {
        ASSERT_EQ(exact, oracle::WangVerdict::overlapping) << "ratio " << ratio << " pair " << i;
      } else if (found == Overlap::apart) {
        ASSERT_EQ(exact, oracle::WangVerdict::separated) << "ratio " << ratio << " pair " << i;
      }
    }
    EXPECT_GT(overlapping, count * 3 / 10);
    EXPECT_LT(overlapping, count * 8 / 10);
    EXPECT_LE(undecided, ratio > 6.0 ? count / 10 : 2) << "ratio " << ratio;
  }
}

// Nearer and nearer to touching, where rounding could tip the answer: undecided is allowed, wrong
// is not.
TEST(OverlapVerdict, IsNotWrongNearTouching) {
  RandomPairs pairs(6.0, 2);
  int decided = 0;
  for (int i = 0; i < 20; ++i) {
    Pair p = pairs.next();
    const Vec3<double> direction = p.offset;
    double low = 0.0, high = 1000.0;  // overlapping at low, separated at high
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      p.offset = middle * direction;
      const oracle::WangVerdict exact = exact_verdict(p);
      const Overlap found = verdict(p, 30);
      decided += found != Overlap::undecided;
      if (found == Overlap::overlapping) {
        ASSERT_EQ(exact, oracle::WangVerdict::overlapping) << i << " " << k;
      } else if (found == Overlap::apart) {
        ASSERT_EQ(exact, oracle::WangVerdict::separated) << i << " " << k;
      }
      (exact == oracle::WangVerdict::overlapping ? low : high) = middle;
    }
  }
  EXPECT_GT(decided, 20 * 60 / 2);
}

TEST(OverlapVerdict, OfSpecialPlaces) {
  const Mat3<double> none = identity_matrix<double>();
  const Vec3<double> disc{0.1, 1, 1};
  EXPECT_EQ(verdict({disc, disc, none, {0, 0, 0}}), Overlap::overlapping);
  EXPECT_EQ(verdict({disc, disc, none, {0.19, 0, 0}}), Overlap::overlapping);
  EXPECT_EQ(verdict({disc, disc, none, {0.21, 0, 0}}), Overlap::apart);
  EXPECT_EQ(verdict({disc, disc, none, {0, 1.99, 0}}), Overlap::overlapping);
  EXPECT_EQ(verdict({disc, disc, none, {0, 2.01, 0}}), Overlap::apart);
  EXPECT_EQ(verdict({disc, disc, none, {0.2, 0, 0}}), Overlap::undecided);  // they touch
}

}  // namespace
