// The pairs of posed bodies against all images of all pairs, for every scheme.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "sim/bodies_for_tests.h"
#include "talus/broad/schemes.h"
#include "talus/pairs.h"
#include "talus/shape.h"

namespace {

using namespace talus;
using namespace talus::test;
using broad::Domain;

// As lines of a table: a, b, image.
using Row = std::array<int, 5>;

std::vector<Row> rows_of(const broad::PairList& pairs) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < pairs.pair.size(); ++i) {
    const broad::Image image = pairs.image.empty() ? broad::Image{} : pairs.image[i];
    rows.push_back({pairs.pair[i].a, pairs.pair[i].b, image.x, image.y, image.z});
  }
  return rows;
}

std::vector<Row> by_brute_force(const Bodies& bodies, const Domain& domain,
                                const BodyPairSettings& settings, int range) {
  std::vector<Row> rows;
  const std::vector<Ball> balls = balls_of(bodies);
  std::vector<BoundingBox<double>> boxes;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    boxes.push_back(*world_box(bodies.shape(i), bodies.poses[i]));
  }
  for_all_image_pairs(bodies.size(), range, [&](const NeighbourPair& pair) {
    const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
    if (a == b) return;
    Vec3<double> shift{};
    for (int i = 0; i < 3; ++i) {
      const int periods = pair.image[static_cast<std::size_t>(i)];
      if (!domain.periodic[i] && periods != 0) return;
      if (domain.periodic[i]) shift[i] = periods * domain.period(i);
      const double gap = std::max(boxes[b].lower[i] + shift[i] - boxes[a].upper[i],
                                  boxes[a].lower[i] - (boxes[b].upper[i] + shift[i]));
      if (gap > 2 * settings.skin) return;
    }
    const double apart = norm(balls[b].centre + shift - balls[a].centre);
    if (settings.spheres && apart > balls[a].radius + balls[b].radius + 2 * settings.skin) return;
    rows.push_back({pair.a, pair.b, pair.image[0], pair.image[1], pair.image[2]});
  });
  std::sort(rows.begin(), rows.end());
  return rows;
}

void expect_brute_force(const Bodies& bodies, const Domain& domain, BodyPairSettings settings) {
  const std::vector<Row> expected = by_brute_force(bodies, domain, settings, 5);
  ASSERT_GT(expected.size(), 10u);
  for (const broad::Scheme& scheme : broad::schemes()) {
    settings.scheme = scheme.name;
    for (const int threads : {1, 3}) {
      settings.threads = threads;
      EXPECT_EQ(rows_of(body_pairs(bodies, domain, settings)), expected) << scheme.name;
    }
  }
}

// Bodies of every kind, the polyhedra far from their origins, many outside of the periodic cube.
TEST(BodyPairs, AgreeWithBruteForce) {
  std::vector<Shape> shapes = one_of_each();
  shapes.push_back(make_segment({0.1, 0.2, 0.3}, {-0.5, 0.4, -0.3}));
  const double box = 4.0;
  const Bodies bodies = scattered(shapes, 90, box, 1);
  for (const double skin : {0.0, 0.1}) {
    for (const bool spheres : {false, true}) {
      const BodyPairSettings settings{"auto", skin, spheres, 1};
      expect_brute_force(bodies, {{0, 0, 0}, {box, box, box}, {true, true, true}}, settings);
      expect_brute_force(bodies, {{-1, 0, 0}, {2.5, box, 3}, {true, false, true}}, settings);
      expect_brute_force(bodies, {}, settings);
    }
  }
}

TEST(BodyPairs, AnOpenDomainHasNoImages) {
  const Bodies bodies{
      {make_sphere(0.5)}, {0, 0, 0}, {{{0, 0, 0}, {}}, {{1, 0, 0}, {}}, {{3, 0, 0}, {}}}};
  const broad::PairList pairs = body_pairs(bodies, {});  // boxes that only touch are a pair
  EXPECT_EQ(rows_of(pairs), (std::vector<Row>{{0, 1, 0, 0, 0}}));
  EXPECT_TRUE(pairs.image.empty());
  EXPECT_EQ(rows_of(body_pairs(bodies, {{0, 0, 0}, {4, 0, 0}, {true, false, false}})),
            (std::vector<Row>{{0, 1, 0, 0, 0}, {0, 2, -1, 0, 0}}));
}

TEST(BodyPairs, OfNoneAndOfAllAtOnePlace) {
  EXPECT_TRUE(body_pairs({}, {}).pair.empty());
  const std::size_t count = 200;
  const Bodies bodies{
      {make_sphere(0.5)}, std::vector<std::int32_t>(count), std::vector<Pose<double>>(count)};
  const Domain cube{{0, 0, 0}, {4, 4, 4}, {true, true, true}};
  for (const broad::Scheme& scheme : broad::schemes()) {
    const auto pairs = body_pairs(bodies, cube, {std::string(scheme.name)});
    EXPECT_EQ(pairs.pair.size(), count * (count - 1) / 2) << scheme.name;
  }
}

std::string refusal(const Bodies& bodies, const Domain& domain,
                    const BodyPairSettings& settings = {}) {
  try {
    body_pairs(bodies, domain, settings);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(BodyPairs, SayWhatIsWrongAndWhere) {
  const Domain cube{{0, 0, 0}, {2, 2, 2}, {true, true, true}};
  Bodies bodies{
      {make_sphere(0.5), make_half_space({0, 0, 1}, 0), make_segment({0, 0, 0}, {0, 3, 0})},
      {0, 0, 0},
      std::vector<Pose<double>>(3)};
  EXPECT_EQ(refusal(bodies, cube), "accepted");
  EXPECT_THAT(refusal(bodies, cube, {"quadtree"}),
              testing::StartsWith("scheme: there is none of the name \"quadtree\"; known: auto, "));
  EXPECT_EQ(refusal(bodies, cube, {"auto", -1.0}), "skin: must be finite and >= 0, got -1");
  EXPECT_EQ(refusal(bodies, cube, {"auto", std::numeric_limits<double>::infinity()}),
            "skin: must be finite and >= 0, got inf");
  EXPECT_EQ(refusal(bodies, cube, {"auto", 0, false, 0}), "threads: must be 1 to 4096, got 0");
  EXPECT_EQ(refusal(bodies, cube, {"auto", 0.75}),
            "body 0: along x of length 2.5, longer than the period 2 (with a skin of 0.75)");
  EXPECT_THAT(refusal(bodies, {{0, 0, 0}, {-1, 2, 2}, {true, true, true}}),
              testing::StartsWith("domain: the period along x must be finite and > 0, got -1"));
  bodies.shape_of[2] = 2;
  EXPECT_THAT(refusal(bodies, cube), testing::StartsWith("body 2: along y of length 3"));
  bodies.shape_of[1] = 1;
  EXPECT_EQ(refusal(bodies, cube), "body 1: a half-space has no bounds, so it cannot be sorted");
  bodies.shape_of = {0, 0, 0};
  bodies.poses[1].position.z = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(refusal(bodies, cube), testing::StartsWith("body 1: along z from nan to nan"));
}

}  // namespace
