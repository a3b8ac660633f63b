// Lists with skins that tune themselves: always exactly the pairs of the moment, the same in every
// run, and as good as the best fixed life.
#include "talus/broad/tuned_pairs.h"

#include <gtest/gtest.h>

#include "broad/scenes.h"
#include "talus/broad/skin_life.h"

namespace talus::broad {
namespace {

struct Moving {
  OwnedScene scene;
  std::vector<Vec3<double>> velocity;

  void step() {
    for (std::size_t i = 0; i < velocity.size(); ++i) {
      scene.box[i] = moved(scene.box[i], velocity[i]);
    }
  }
};

Moving start(RandomScenes& random, int count, double speed, int directions = 0) {
  Moving moving;
  moving.scene = made_periodic(random.boxes("moving", count, 0.03, 0.06), directions & 1,
                               directions & 2, directions & 4);
  for (int i = 0; i < count; ++i) moving.velocity.push_back(speed * random.point(-1, 1));
  return moving;
}

TEST(TunedPairs, AreThePairsOfEveryMoment) {
  RandomScenes random(1);
  for (int directions = 0; directions < 8; ++directions) {
    Moving moving = start(random, 200, 0.002, directions);
    TunedPairs list;
    for (int step = 0; step < 60; ++step) {
      ASSERT_EQ(sorted(list.update(moving.scene.view())), all_overlaps(moving.scene.view()))
          << "directions " << directions << " step " << step;
      moving.step();
    }
    EXPECT_EQ(list.updates(), 60);
    EXPECT_LT(list.searches(), 30);
  }
}

TEST(TunedPairs, DoNotMissBodiesThatTurnFastOrJump) {
  RandomScenes random(2);
  Moving moving = start(random, 200, 0.0005);
  TunedPairs list;
  int news = 0;
  for (int step = 0; step < 100; ++step) {
    const std::vector<Found> before = all_overlaps(moving.scene.view());
    moving.step();
    if (step % 7 == 3) moving.velocity[random.whole(0, 199)] = random.point(-0.2, 0.2);
    if (step % 11 == 5) {
      auto& box = moving.scene.box[random.whole(0, 199)];
      box = moved(box, random.point(-0.5, 0.5));
    }
    const std::vector<Found> now = all_overlaps(moving.scene.view());
    news += now != before;
    ASSERT_EQ(sorted(list.update(moving.scene.view())), now) << "step " << step;
  }
  EXPECT_GT(news, 20);
}

TEST(TunedPairs, FollowBodiesThatComeAndGo) {
  RandomScenes random(3);
  TunedPairs list;
  for (const int count : {100, 101, 0, 1, 50, 50}) {
    const OwnedScene scene = random.boxes("boxes", count, 0.05, 0.1);
    EXPECT_EQ(sorted(list.update(scene.view())), all_overlaps(scene.view()));
  }
}

TEST(TunedPairs, RefuseWhatIsNotAScene) {
  OwnedScene scene = RandomScenes(4).boxes("boxes", 10, 0.05, 0.1);
  TunedPairs list;
  list.update(scene.view());
  scene.box[3].lower.y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(list.update(scene.view()), SceneError);
}

TEST(TunedPairs, AreTheSameInEveryRunAndForAnyNumberOfThreads) {
  std::vector<std::vector<BodyPair>> first;
  for (const int threads : {1, 1, 3}) {
    RandomScenes random(5);
    Moving moving = start(random, 2000, 0.001);
    TunedPairs list({}, threads);
    for (int step = 0; step < 30; ++step) {
      const PairList& pairs = list.update(moving.scene.view());
      if (static_cast<int>(first.size()) == step) first.push_back(pairs.pair);
      ASSERT_EQ(pairs.pair, first[step]) << "step " << step;
      moving.step();
    }
  }
}

// The total of the model's costs over a run.
double cost_of_run(TunedPairs& list, Moving moving, const TuningCosts& costs, int steps) {
  double cost = 0;
  for (int step = 0; step < steps; ++step) {
    list.update(moving.scene.view());
    cost += costs.candidate * static_cast<double>(list.candidates().pair.size());
    moving.step();
  }
  return cost + costs.search_per_volume * static_cast<double>(moving.velocity.size()) *
                    static_cast<double>(list.searches());
}

// Dear candidates make thin skins, dear searches thick ones, and either is better for its own
// costs.
TEST(TunedPairs, WeighSearchesAgainstCandidates) {
  RandomScenes random(6);
  const Moving moving = start(random, 3000, 0.0002);
  const TuningCosts dear_search{10'000, 10}, dear_candidate{100, 200};
  TunedPairs thick(dear_search), thin(dear_candidate);
  const double thick_cost = cost_of_run(thick, moving, dear_search, 200);
  const double thin_cost = cost_of_run(thin, moving, dear_candidate, 200);
  EXPECT_LT(thick.searches(), thin.searches());
  EXPECT_GT(thick.planned_life(), 2 * thin.planned_life());
  // What each would have cost with the other's plan.
  const double candidates_thick =
      (thick_cost - 10'000.0 * 3000 * static_cast<double>(thick.searches())) / 10;
  const double candidates_thin =
      (thin_cost - 100.0 * 3000 * static_cast<double>(thin.searches())) / 200;
  EXPECT_LT(thick_cost,
            10'000.0 * 3000 * static_cast<double>(thin.searches()) + 10 * candidates_thin);
  EXPECT_LT(thin_cost,
            100.0 * 3000 * static_cast<double>(thick.searches()) + 200 * candidates_thick);
}

// One fast body among many slow ones does not make everyone's skin thick nor every step a search.
TEST(TunedPairs, GiveAFastBodyASkinOfItsOwn) {
  RandomScenes random(7);
  Moving moving = start(random, 2000, 0.0002);
  moving.velocity[17] = {0.01, 0, 0};
  TunedPairs list;
  for (int step = 0; step < 100; ++step) {
    list.update(moving.scene.view());
    moving.step();
  }
  EXPECT_LT(list.searches(), 25);
  EXPECT_LT(list.candidates().pair.size(), 2 * list.update(moving.scene.view()).pair.size());
}

TEST(SkinLife, IsWhereTheModelCostsLeast) {
  const SkinHistory history{150e3, 20, 4000, 4800, 8, 8};
  const double best = best_life(history);
  // pairs (1 + c n)^3 with c from the counts above.
  const double c = (std::cbrt(1.2) - 1) / 8;
  const auto cost = [&](double n) { return 150e3 / n + 20 * 4000 * std::pow(1 + c * n, 3); };
  for (const double other : {0.25, 0.5, 0.8, 1.25, 2.0, 4.0}) {
    const double life = other * 8;
    EXPECT_LE(cost(best), cost(life) * 1.001) << life;
  }
}

}  // namespace
}  // namespace talus::broad
