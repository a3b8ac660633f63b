// The shares of contacts in one energy, beside brute force and closed forms.
#include "talus/narrow/body_mesh_wall/energy_share.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace talus::test {
namespace {

using body_mesh_wall::EnergyShare;
using body_mesh_wall::EnergyShares;

Vec3<double> random_direction(std::mt19937& engine) {
  std::normal_distribution<> n;
  return normalized(Vec3<double>{n(engine), n(engine), n(engine)});
}

double energy_of(const std::vector<EnergyShare>& contacts) {
  double sum = 0.0;
  for (const EnergyShare& c : contacts) sum += 0.5 * c.force * c.root;
  return sum;
}

// The maximum of mu . e - 1/2 mu^T G mu over mu >= 0 by coordinate ascent, which converges for any
// positive G.
double brute_force(const std::vector<EnergyShare>& contacts, double alike) {
  const std::size_t n = contacts.size();
  std::vector<double> mu(n, 0.0);
  const auto product = [&](std::size_t i, std::size_t k) {
    if (i == k) return 1.0;
    return alike * std::max(0.0, dot(contacts[i].normal, contacts[k].normal));
  };
  for (int round = 0; round < 20000; ++round) {
    for (std::size_t i = 0; i < n; ++i) {
      double excess = contacts[i].root;
      for (std::size_t k = 0; k < n; ++k) {
        if (k != i) excess -= product(i, k) * mu[k];
      }
      mu[i] = std::max(0.0, excess);
    }
  }
  double value = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    value += mu[i] * contacts[i].root;
    for (std::size_t k = 0; k < n; ++k) value -= 0.5 * mu[i] * product(i, k) * mu[k];
  }
  return value;
}

TEST(EnergyShares, AreTheMaximumOfTheDualProblem) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<> unit(0.1, 1.0);
  int several = 0;
  for (int i = 0; i < 600; ++i) {
    // Within a cap, so that most normals are less than 90 degrees apart, or anywhere.
    const Vec3<double> axis = random_direction(engine);
    const double spread = i % 3 == 0 ? 10.0 : i % 3 == 1 ? 1.0 : 0.2;
    std::vector<EnergyShare> contacts(1 + engine() % 6);
    for (EnergyShare& c : contacts) {
      c.normal = normalized(axis + spread * unit(engine) * random_direction(engine));
      c.root = unit(engine);
    }
    const double alike = i % 2 == 0 ? 1.0 : 0.9;
    const EnergyShares shares(contacts, alike);
    const double expected = brute_force(contacts, alike);
    EXPECT_NEAR(energy_of(contacts), expected, 2e-4 * expected) << i;
    int active = 0;
    for (const EnergyShare& c : contacts) {
      EXPECT_GE(c.force, 0.0);
      EXPECT_LE(c.force, c.root * (1.0 + 1e-9));
      active += c.force > 0.0;
    }
    several += active > 1;
  }
  EXPECT_GT(several, 200);
}

// Two contacts of roots a and b at an angle: the longer one if it covers the other, else the
// distance to the line where their planes meet.
TEST(EnergyShares, OfTwoContactsAreThoseOfTheClosedForm) {
  for (double angle = 0.0; angle <= 3.1; angle += 0.1) {
    for (const double b : {0.2, 0.9, 1.0, 1.7}) {
      const double a = 1.0, c = std::max(0.0, std::cos(angle));
      std::vector<EnergyShare> contacts(2);
      contacts[0] = {{1.0, 0.0, 0.0}, a, 0.0, false};
      contacts[1] = {{std::cos(angle), std::sin(angle), 0.0}, b, 0.0, false};
      const EnergyShares shares(contacts);
      const double longer = std::max(a, b);
      const double expected = std::min(a, b) <= c * longer
                                  ? 0.5 * longer * longer
                                  : 0.5 * (a * a - 2.0 * c * a * b + b * b) / (1.0 - c * c);
      EXPECT_NEAR(energy_of(contacts), expected, 1e-10) << angle << " " << b;
    }
  }
}

TEST(EnergyShares, OfOneObstacleInManyPiecesAreThoseOfOne) {
  std::vector<EnergyShare> contacts(20);
  for (EnergyShare& c : contacts) c = {{0.0, 0.6, 0.8}, 0.3, 0.0, false};
  const EnergyShares shares(contacts);
  EXPECT_NEAR(energy_of(contacts), 0.5 * 0.09, 1e-9);
}

}  // namespace
}  // namespace talus::test
