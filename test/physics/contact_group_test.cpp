// Dashpots of contacts that act together, against the damping ratio of the motion that they damp.
#include "talus/physics/contact_group.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace talus {
namespace {

// A body of mass m and moments of inertia i in the origin, on contacts at points of the plane y =
// 0.
struct Impact {
  double mass = 2.0;
  Vec3<double> inertia{0.3, 0.5, 0.4};
  std::vector<GroupContact> contacts;

  GroupInertia inverse() const {
    return {1.0 / mass, {1.0 / inertia.x, 1.0 / inertia.y, 1.0 / inertia.z, 0, 0, 0}, {}};
  }
  // The normal leads out of the body.
  void add(const Vec3<double>& point, const Vec3<double>& normal, double share,
           const Vec3<double>& velocity, const Vec3<double>& spin = {}) {
    GroupContact c;
    c.normal = normal;
    c.turning_a = cross(point, normal);
    c.rate = dot(normal, velocity + cross(spin, point));
    c.energy_share = share;
    contacts.push_back(c);
  }
  // Of unit springs and of dashpots with a ratio of 1: c / (2 sqrt(k m)) of the fall.
  double ratio(double falling_mass) const {
    const GroupInertia inertia = inverse();
    double k = 0.0, c = 0.0;
    for (const GroupContact& contact : contacts) {
      const double own =
          1.0 / inertia.inverse_effective_mass(contact.normal, contact.turning_a, {});
      k += contact.energy_share * contact.rate * contact.rate;
      c += contact.energy_share * 2.0 * std::sqrt(own) * contact.rate * contact.rate;
    }
    return group_damping(contacts, inertia) * c / (2.0 * std::sqrt(k * falling_mass));
  }
};

constexpr Vec3<double> down{0, 0, -1};

TEST(GroupDamping, OfOneContactIsOne) {
  Impact impact;
  impact.add({0.3, 0.1, -0.2}, down, 1.0, {0.1, 2.0, -3.0}, {0.2, -1.0, 5.0});
  EXPECT_NEAR(group_damping(impact.contacts, impact.inverse()), 1.0, 1e-14);
}

// Two edges of a body in a valley: it falls without turning, though each contact alone would turn
// it.
TEST(GroupDamping, OfABodyInAValleyIsThatOfItsFall) {
  for (const double angle : {0.1, 0.6, 1.0, 1.3}) {
    for (const double reach : {0.0, 0.2, 0.9}) {
      Impact impact;
      for (const double side : {-1.0, 1.0}) {
        impact.add({side * reach, 0, -0.3}, {side * std::sin(angle), 0, -std::cos(angle)}, 0.8,
                   down);
      }
      EXPECT_NEAR(impact.ratio(impact.mass), 1.0, 1e-12) << angle << " " << reach;
    }
  }
}

TEST(GroupDamping, OfABallInAGroove) {
  // 1 / sqrt(s) with s the stiffness along the fall over that of one contact.
  Impact impact;
  const double angle = std::numbers::pi / 3.0;
  for (const double side : {-1.0, 1.0}) {
    const Vec3<double> n{side * std::sin(angle), 0, -std::cos(angle)};
    impact.add(0.1 * n, n, 1.0, down);
  }
  EXPECT_NEAR(group_damping(impact.contacts, impact.inverse()), 1.0 / std::sqrt(2.0 * 0.25), 1e-12);
}

TEST(GroupDamping, DoesNotChangeWhereAContactIsDividedOrBegins) {
  Impact whole, divided;
  const Vec3<double> velocity{0.3, 0.2, -1.0}, spin{1.0, -2.0, 0.5};
  const Vec3<double> slope{0.6, 0, -0.8};
  whole.add({0.3, 0, -0.2}, down, 0.6, velocity, spin);
  whole.add({-0.4, 0.1, 0.1}, slope, 0.4, velocity, spin);
  divided = whole;
  divided.contacts[0].energy_share = 0.4;
  divided.add({0.3, 0, -0.2}, down, 0.2, velocity, spin);
  const double factor = group_damping(whole.contacts, whole.inverse());
  EXPECT_NEAR(group_damping(divided.contacts, divided.inverse()), factor, 1e-13);
  whole.add({0.0, 0.9, 0.0}, {0, 1, 0}, 1e-9, velocity, spin);
  EXPECT_NEAR(group_damping(whole.contacts, whole.inverse()), factor, 1e-7);
}

TEST(GroupDamping, IsFiniteForBodiesAtRestAndWithoutMotion) {
  Impact impact;
  impact.add({0.1, 0, 0}, down, 0.5, {});
  impact.add({-0.1, 0, 0}, down, 0.5, {});
  EXPECT_EQ(group_damping(impact.contacts, impact.inverse()), 1.0);
  EXPECT_EQ(group_damping(impact.contacts, GroupInertia{}), 1.0);
  impact.contacts[0].rate = 1e-300, impact.contacts[1].rate = -1e-300;
  EXPECT_TRUE(std::isfinite(group_damping(impact.contacts, impact.inverse())));
}

}  // namespace
}  // namespace talus
