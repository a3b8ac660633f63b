// The derivatives of the overlap volume, which are what conserves energy.
#include <gtest/gtest.h>

#include <cmath>

#include "narrow/polyhedron_polyhedron/overlap_of.h"

namespace {

using namespace hulls;

// dV = -S . dx for a translation of B by dx and -M . dw for a turn about the centroid by dw.
TEST(OverlapEnergy, GradientIsTheAreaVector) {
  Random random(19);
  double worst_area = 0, worst_moment = 0;
  int hits = 0;
  for (int i = 0; i < 60; ++i) {
    PairSpec pair{random_hull(random, 50), random_hull(random, 50)};
    pair.b.position = random.in_box(1.0);
    const OverlapVolume<double> v = overlap(PosedPair(pair));
    if (!(v.volume > 1e-3)) continue;
    ++hits;
    constexpr double h = 1e-5;
    for (const Vec& axis : {Vec{1, 0, 0}, Vec{0, 1, 0}, Vec{0, 0, 1}}) {
      const auto moved = [&](double by) { return overlap(pair.a, shifted(pair.b, by * axis)); };
      const double slope = (moved(h).volume - moved(-h).volume) / (2 * h);
      worst_area = std::max(worst_area, std::abs(slope + v.area * talus::dot(v.normal, axis)));
      const auto spun = [&](double by) {
        return overlap(pair.a, turned_about(pair.b, v.centroid, turn_about(axis, by)));
      };
      const double turn_slope = (spun(h).volume - spun(-h).volume) / (2 * h);
      worst_moment = std::max(worst_moment, std::abs(turn_slope + talus::dot(v.moment, axis)));
    }
  }
  EXPECT_GT(hits, 20);
  // Central differences of a piecewise cubic: h^2 times its third derivative, and eps / h.
  EXPECT_LT(worst_area, 1e-8);
  EXPECT_LT(worst_moment, 1e-8);
}

// The work of the force V S and the moment V M, which have the potential V^2 / 2, around a closed
// path of B that dives into A and comes out again, turning as it goes.
TEST(OverlapEnergy, WorkAroundAClosedPathVanishes) {
  Random random(20);
  const Spec a = random_hull(random, 50), b = random_hull(random, 50);
  const Vec middle{1.6, 0.2, 0.3}, axis{0.6, 0.64, 0.48};
  constexpr int steps = 4000;
  const auto pose = [&](double t) {
    const double angle = 2 * std::acos(-1.0) * t;
    Spec body = b;
    body.position = laws::triple(
        middle + Vec{0.6 * std::cos(angle), 0.5 * std::sin(angle), 0.2 * std::sin(angle)});
    body.orientation = product(turn_about(axis, 0.7 * std::sin(angle)), b.orientation);
    return body;
  };
  double work = 0, absolute_work = 0, least = 1, most = 0;
  for (int i = 0; i < steps; ++i) {
    const double t0 = double(i) / steps, t1 = double(i + 1) / steps;
    const OverlapVolume<double> v = overlap(a, pose(0.5 * (t0 + t1)));
    least = std::min(least, v.volume);
    most = std::max(most, v.volume);
    const Spec from = pose(t0), to = pose(t1), now = pose(0.5 * (t0 + t1));
    const double pi2 = 2 * std::acos(-1.0);
    const Vec turn = 0.7 * (std::sin(pi2 * t1) - std::sin(pi2 * t0)) * axis;
    const Vec shift = laws::vec(to.position) - laws::vec(from.position) +
                      talus::cross(turn, v.centroid - laws::vec(now.position));
    const double part =
        v.volume * (v.area * talus::dot(v.normal, shift) + talus::dot(v.moment, turn));
    work += part;
    absolute_work += std::abs(part);
  }
  EXPECT_EQ(least, 0);
  EXPECT_GT(most, 0.1);
  EXPECT_GT(absolute_work, 0.01);
  EXPECT_LT(std::abs(work), 1e-5 * absolute_work);
}

}  // namespace
