// The exact oracle against closed forms and against the plain search of polyhedral.h.
#include "oracle/exact_distance.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "narrow/laws/families.h"
#include "oracle/judge.h"

namespace oracle {
namespace {

OraclePose pose_of(const Spec& spec) { return {spec.position, spec.orientation}; }

long double exact(const PairSpec& pair) {
  return exact_distance(make_solid(pair.a.points), pose_of(pair.a), make_solid(pair.b.points),
                        pose_of(pair.b));
}

double error(const PairSpec& pair) {
  const Judge<long double> judge(pair);
  const long double truth = exact(pair);
  const long double scale =
      std::max({judge.a().bounding_radius(), judge.b().bounding_radius(), std::abs(truth)});
  return static_cast<double>(std::abs(truth - *judge.exact_distance()) / scale);
}

Solid box(const Triple& half) { return make_solid(laws::box_points(half)); }

TEST(ExactDistance, a_box_has_six_faces_and_twelve_edges) {
  const Solid solid = box({1, 2, 3});
  EXPECT_EQ(solid.faces.size(), 6u);
  EXPECT_EQ(solid.arcs.size(), 12u);
}

TEST(ExactDistance, points_inside_and_twice_given_change_nothing) {
  std::vector<Triple> points = laws::box_points({1, 2, 3});
  points.push_back({0, 0, 0});
  points.push_back(points[3]);
  points.push_back({1, 0, 0});
  const Solid solid = make_solid(points);
  EXPECT_EQ(solid.faces.size(), 6u);
}

TEST(ExactDistance, boxes_face_to_face_and_corner_to_corner) {
  const Solid a = box({1, 1, 1}), b = box({0.5, 0.5, 0.5});
  EXPECT_EQ(exact_distance(a, {}, b, {{1.75, 0.125, 0}}), 0.25L);
  EXPECT_EQ(exact_distance(a, {}, b, {{1.25, 0.125, 0}}), -0.25L);
  EXPECT_EQ(exact_distance(a, {}, b, {{1.5, 0, 0}}), 0);
  EXPECT_EQ(exact_distance(a, {}, b, {{0, 0, 0}}), -1.5L);
  const long double corner = exact_distance(a, {}, b, {{2.5, 2.5, 2.5}});
  EXPECT_NEAR(static_cast<double>(corner - std::sqrt(3.0L)), 0, 1e-18);
}

// A turned by 45 degrees about z, B about y: the edges x = sqrt(2) and x = d - sqrt(2) cross.
TEST(ExactDistance, crossing_edges) {
  const Solid a = box({1, 1, 1});
  const double s = std::sin(std::acos(-1.0) / 8), c = std::cos(std::acos(-1.0) / 8);
  for (const double d : {2.5, 3.0}) {
    const long double distance =
        exact_distance(a, {{0, 0, 0}, {c, 0, 0, s}}, a, {{d, 0, 0}, {c, 0, s, 0}});
    EXPECT_NEAR(static_cast<double>(distance), d - 2 * std::sqrt(2.0), 4e-16);
  }
}

// 1e-16: where the points of a face are coplanar only up to rounding, either search may leave out
// a sliver of it.
TEST(ExactDistance, agrees_with_the_plain_search) {
  laws::Random random(1);
  double worst = 0;
  const auto consider = [&](const PairSpec& pair) {
    if (std::max(pair.a.points.size(), pair.b.points.size()) > 20) return;
    worst = std::max(worst, error(pair));
  };
  for (int i = 0; i < 300; ++i) {
    consider(laws::random_pair(Type::polyhedron, Type::polyhedron, random));
  }
  for (const laws::Family& family : laws::all_families()) {
    for (int i = 0; i < 30; ++i) {
      consider(family.draw(Type::polyhedron, Type::polyhedron, random));
    }
  }
  EXPECT_LT(worst, 2e-16);
}

// In 40 digits: cross products of edges that are parallel up to 1e-4 to 1e-15.
TEST(ExactDistance, agrees_with_multiprecision_on_nearly_parallel_edges) {
  using Big = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<40>,
                                            boost::multiprecision::et_off>;
  laws::Random random(3);
  for (int i = 0; i < 40; ++i) {
    const PairSpec pair =
        laws::families::nearly_parallel(Type::polyhedron, Type::polyhedron, random);
    const Big truth = *Judge<Big>(pair).exact_distance();
    EXPECT_NEAR(static_cast<double>(Big(exact(pair)) - truth), 0, 1e-18);
  }
}

// Enough edges that the pairs of arcs come from the grid.
TEST(ExactDistance, agrees_with_the_plain_search_on_bodies_of_many_edges) {
  laws::Random random(2);
  for (int i = 0; i < 4; ++i) {
    PairSpec pair;
    for (Spec* spec : {&pair.a, &pair.b}) {
      spec->type = Type::polyhedron;
      spec->orientation = random.orientation();
      for (int k = 0; k < 80; ++k) spec->points.push_back(random.direction());
    }
    pair.b.position = {random.uniform(0, 1), 0.2, 0.3};
    EXPECT_LT(exact(pair), 0);
    EXPECT_LT(error(pair), 1e-17);
  }
}

}  // namespace
}  // namespace oracle
