// What a cap promises: no direction within it has less depth than its middle. Judged by support
// values in extended precision along random directions of the cap, most of them near its rim.
#include "talus/narrow/superquadric_superquadric/depth_cap.h"

#include <gtest/gtest.h>

#include <random>

#include "talus/narrow/superquadric_superquadric/surface_pair_contact.h"

namespace {

using namespace talus::superquadric_superquadric;
using talus::PairOf;
using Vec = talus::Vec3<double>;

long double support(const Vec& axes, double n1, double n2, const Vec& n) {
  const auto dual = [](long double a, long double b, long double e) {
    const long double q = e / (e - 1), large = std::max(a, b), small = std::min(a, b);
    return large * std::pow(1 + std::pow(small / large, q), 1 / q);
  };
  const long double ring = dual(std::abs(axes.x * n.x), std::abs(axes.y * n.y), n2);
  return dual(ring, std::abs(axes.z * n.z), n1);
}

TEST(DepthCap, NoDirectionWithinItIsBetter) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> axis(0.2, 1), unit(0, 1), reach(0, 1.2);
  std::normal_distribution<double> normal;
  const double exponents[] = {1.1, 1.3, 1.7, 2, 2.5, 3, 4, 8, 20, 50};
  std::uniform_int_distribution<int> pick(0, 9);
  int caps = 0;
  double widest = 0;
  for (int i = 0; i < 1000; ++i) {
    const Vec a{axis(random), axis(random), axis(random)},
        b{axis(random), axis(random), axis(random)};
    const double e[4] = {exponents[pick(random)], exponents[pick(random)], exponents[pick(random)],
                         exponents[pick(random)]};
    talus::Pose<double> pose;
    pose.orientation = {normal(random), normal(random), normal(random), normal(random)};
    talus::RelativePose<double> b_in_a = relative_pose(talus::Pose<double>{}, pose);
    b_in_a.translation =
        reach(random) * normalized(Vec{normal(random), normal(random), normal(random)});
    const SuperquadricPair<double> pair =
        superquadric_pair(a, b, PairOf<double>(e[0], e[2]), PairOf<double>(e[1], e[3]), b_in_a);
    const PairContact<double> m = pair_contact(
        pair, solve_surface_pair(pair, params_along(pair, ellipsoid_normal(pair)), 24, 0.0));
    if (!m.contact.stationary || !(m.contact.distance < 0)) continue;
    const PairEvaluation<double> at = evaluate(pair, m.k);
    const double depth = -m.contact.distance, cosine = cap_cosine(pair, at, depth);
    if (!(cosine < 1)) continue;
    ++caps;
    const double tau = std::sqrt(1 - cosine * cosine) / cosine;
    widest = std::max(widest, tau);
    for (int k = 0; k < 200; ++k) {
      const double angle = 6.283185307179586 * unit(random), t = tau * std::sqrt(unit(random));
      const Vec n = normalized(at.n + t * (std::cos(angle) * at.e + std::sin(angle) * at.f));
      const long double h = support(a, e[0], e[1], n) +
                            support(b, e[2], e[3], b_in_a.direction_to_b(n)) -
                            dot(n, b_in_a.translation);
      ASSERT_GT(h, depth - 1e-12) << "exponents " << e[0] << ' ' << e[1] << ' ' << e[2] << ' '
                                  << e[3] << ", tau " << tau << ", t " << t;
    }
  }
  EXPECT_GT(caps, 500);
  EXPECT_GT(widest, 0.3);
}

}  // namespace
