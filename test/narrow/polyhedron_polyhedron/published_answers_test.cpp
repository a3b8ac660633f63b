// What Descantes et al. 2019 say of the algorithms on their contact situations: how accurate the
// revised ones are, and that the classical ones fail as shown in Figs. 2, 4 and 6 to 8.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <stdexcept>

#include "narrow/polyhedron_polyhedron/situations.h"

namespace situations {
namespace {

const talus::Method* method(const std::string& name) {
  const talus::Method* found =
      talus::find_method(talus::Kind::polyhedron, talus::Kind::polyhedron, name);
  if (found == nullptr) throw std::invalid_argument("no method named " + name);
  return found;
}

// The paper's Fig. 11: to machine precision, and Cundall's beyond the ninth decimal place.
TEST(PublishedAccuracy, RevisedMethodsOnAllSituations) {
  const std::map<std::string, double> promised = {
      {"gjk-td", 2e-15}, {"nezami-revised", 2e-15}, {"cundall-revised", 1e-8}};
  for (const Situation& s : all_situations()) {
    for (const auto& [name, tolerance] : promised) {
      SCOPED_TRACE(s.id + ", " + name);
      const talus::Contact<double> c = s.pair.evaluate(method(name));
      EXPECT_EQ(c.status, talus::Status::overlapping);
      EXPECT_NEAR(c.distance, s.distance, tolerance);
      EXPECT_LT(talus::norm(c.normal - s.normal), tolerance);
    }
  }
}

// How far a method's answer is from the right one.
struct Failure {
  talus::Contact<double> answer;
  double depth;    // the method's over the right one
  double degrees;  // between the normals
};

Failure failure(const std::string& id, const std::string& name) {
  const Situation s = situation(id);
  const talus::Contact<double> c = s.pair.evaluate(method(name));
  const double cosine = std::clamp(talus::dot(c.normal, s.normal), -1.0, 1.0);
  return {c, c.distance / s.distance, std::acos(cosine) * 180 / std::acos(-1.0)};
}

// "Interpenetration distance d1 to CP1 is significantly larger [...] normals are also significantly
// different": the perturbations end at a local maximum of the gap.
TEST(PublishedFailures, Fig2ClassicalCundall) {
  const Failure f = failure("fig2", "cundall");
  EXPECT_EQ(f.answer.status, talus::Status::overlapping);
  EXPECT_GT(f.depth, 2);
  EXPECT_GT(f.degrees, 45);
}

// The translation chooses V2 where V2' is the deepest vertex along the right normal.
TEST(PublishedFailures, Fig4ClassicalNezami) {
  const Failure f = failure("fig4", "nezami");
  EXPECT_EQ(f.answer.status, talus::Status::overlapping);
  EXPECT_GT(f.depth, 1.2);
  EXPECT_GT(f.degrees, 45);
}

// The nearest face of GJK's last tetrahedron lies on the hull of A - B by luck.
TEST(PublishedFailures, Fig5fJohnsonIsRight) {
  const Failure f = failure("fig5f", "gjk-johnson");
  EXPECT_NEAR(f.depth, 1, 1e-14);
  EXPECT_LT(f.degrees, 1e-5);
}

// It does not after a shift along -X and -Z: "buried into the Minkowski difference".
TEST(PublishedFailures, Fig7Johnson) {
  const Failure f = failure("fig7", "gjk-johnson");
  EXPECT_LT(f.depth, 0.9);
  EXPECT_GT(f.depth, 0.01);
  EXPECT_GT(f.degrees, 5);
}

// After a shift along -X the origin lies on a face of the tetrahedron: "no overlap".
TEST(PublishedFailures, Fig8aJohnson) {
  const Failure f = failure("fig8a", "gjk-johnson");
  EXPECT_NEAR(f.answer.distance, 0, 1e-14);
  EXPECT_NE(f.answer.status, talus::Status::overlapping);
}

}  // namespace
}  // namespace situations
