// Jumps to the next possible collision are never late, whatever the bodies do within their bounds,
// and with constant velocities they end at the collision: against time stepping.
#include "talus/broad/published/space_time.h"

#include <gtest/gtest.h>

#include "broad/scenes.h"

namespace talus::broad {
namespace {

struct Moving {
  OwnedScene scene;
  std::vector<Motion> motion;
};

// Few small bodies, some walls at rest, periodic in the directions given by three bits.
Moving sparse(RandomScenes& random, int count, int directions, double acceleration) {
  Moving moving{made_periodic(random.boxes("sparse", count, 0.01, 0.05), directions & 1,
                              directions & 2, directions & 4),
                {}};
  moving.scene.wall_count = count / 5;
  for (int i = 0; i < count; ++i) {
    const bool wall = i >= count - moving.scene.wall_count;
    moving.motion.push_back({(wall ? 0.0 : 1.0) * random.point(-1, 1),
                             wall ? 0.0 : acceleration * random.number(0, 1)});
  }
  return moving;
}

void displace(OwnedScene& scene, int i, const Vec3<double>& by) {
  scene.box[i] = moved(scene.box[i], by);
  if (!scene.sphere.empty()) scene.sphere[i] = moved(scene.sphere[i], by);
}

// All bodies after a time at constant velocity.
OwnedScene later(const Moving& moving, double time) {
  OwnedScene scene = moving.scene;
  for (std::size_t i = 0; i < scene.box.size(); ++i) {
    displace(scene, static_cast<int>(i), time * moving.motion[i].velocity);
  }
  return scene;
}

void enlarge(OwnedScene& scene, double by) {
  for (auto& box : scene.box) {
    box = {box.lower - Vec3<double>{by, by, by}, box.upper + Vec3<double>{by, by, by}};
  }
  for (auto& sphere : scene.sphere) sphere.radius += by;
}

TEST(SpaceTime, JumpsExactlyToTheCollisionAtConstantVelocity) {
  RandomScenes random(1);
  int collisions = 0;
  for (int trial = 0; trial < 600; ++trial) {
    Moving moving = sparse(random, 20, trial % 8, 0);
    if (trial % 3 == 0) moving.scene.add_spheres();
    const Scheme& scheme = schemes()[trial % schemes().size()];
    const double horizon = 0.3;
    const Jump jump = SpaceTime(scheme).next(moving.scene.view(), moving.motion, horizon);
    ASSERT_LE(jump.time, horizon);
    for (int step = 0; step < 60; ++step) {
      const double time = (1 - 1e-9) * jump.time * step / 59;
      if (jump.time > 0) {
        ASSERT_TRUE(all_overlaps(later(moving, time).view()).empty()) << trial << " at " << time;
      }
    }
    if (jump.encounter.empty()) continue;
    ++collisions;
    OwnedScene there = later(moving, jump.time);
    enlarge(there, 1e-9);
    const auto& [time, pair, image] = jump.encounter.front();
    EXPECT_EQ(time, jump.time);
    EXPECT_TRUE(overlap(there.view(), pair.a, pair.b, image)) << trial;
  }
  EXPECT_GT(collisions, 200);
  EXPECT_LT(collisions, 600);
}

// Every overlap that fine time steps see is announced, and not for a later time.
TEST(SpaceTime, AnnouncesAllEncounters) {
  RandomScenes random(2);
  int seen = 0;
  for (int trial = 0; trial < 200; ++trial) {
    Moving moving = sparse(random, 25, trial % 8, 0);
    if (trial % 2 == 0) moving.scene.add_spheres();
    const double horizon = 0.25;
    const Jump jump = SpaceTime(schemes()[trial % schemes().size()])
                          .next(moving.scene.view(), moving.motion, horizon);
    for (int step = 0; step <= 100; ++step) {
      const double time = horizon * step / 100;
      for (const Found& found : all_overlaps(later(moving, time).view())) {
        const bool announced = std::any_of(
            jump.encounter.begin(), jump.encounter.end(), [&](const Encounter& encounter) {
              const auto& [first, pair, image] = encounter;
              return first <= time && Found{pair.a, pair.b, image.x, image.y, image.z} == found;
            });
        EXPECT_TRUE(announced) << trial << ": " << std::get<0>(found) << " and "
                               << std::get<1>(found) << " at " << time;
        ++seen;
      }
    }
  }
  EXPECT_GT(seen, 500);
}

// Bodies that accelerate as they like within their bounds, changing their mind at every step.
TEST(SpaceTime, IsNeverLateWithAccelerations) {
  RandomScenes random(3);
  int stopped = 0;
  for (int trial = 0; trial < 500; ++trial) {
    Moving moving = sparse(random, 15, trial % 8, 3);
    if (trial % 2 == 0) moving.scene.add_spheres();
    const Jump jump = SpaceTime(schemes()[trial % schemes().size()])
                          .next(moving.scene.view(), moving.motion, 0.3);
    const int steps = 100;
    const double time_step = (1 - 1e-9) * jump.time / steps;
    std::vector<Vec3<double>> pull;
    for (const Motion& motion : moving.motion) {
      pull.push_back(motion.acceleration * normalized(random.point(-1, 1)));
    }
    for (int step = 0; step < steps && jump.time > 0; ++step) {
      ASSERT_TRUE(all_overlaps(moving.scene.view()).empty()) << trial << " step " << step;
      for (std::size_t i = 0; i < moving.motion.size(); ++i) {
        if (trial % 3 == 0) {
          pull[i] = moving.motion[i].acceleration * normalized(random.point(-1, 1));
        }
        Vec3<double>& velocity = moving.motion[i].velocity;
        displace(moving.scene, static_cast<int>(i),
                 time_step * velocity + 0.5 * time_step * time_step * pull[i]);
        velocity = velocity + time_step * pull[i];
      }
    }
    stopped += !jump.encounter.empty();
  }
  EXPECT_GT(stopped, 250);
}

// Two bodies that fall towards each other as fast as they may meet exactly at the time given.
TEST(SpaceTime, IsReachedByTheWorstAcceleration) {
  OwnedScene scene{.name = "two"};
  scene.add({0, 0, 0}, {0.1, 0.1, 0.1});
  scene.add({1, 0.05, 0}, {0.1, 0.1, 0.1});
  for (const double speed : {-0.5, 0.0, 0.5}) {
    const std::vector<Motion> motion{{{speed, 0, 0}, 2}, {{-speed, 0, 0}, 1}};
    const Jump jump = SpaceTime(schemes().front()).next(scene.view(), motion, 10);
    // 0.8 = 2 speed t + 3 t^2 / 2
    const double expected = (-2 * speed + std::sqrt(4 * speed * speed + 6 * 0.8)) / 3;
    EXPECT_NEAR(jump.time, expected, 1e-14);
    EXPECT_LE(jump.time, expected);
  }
}

OwnedScene two_spheres(const Vec3<double>& a, double radius_a, const Vec3<double>& b,
                       double radius_b) {
  OwnedScene scene{.name = "two spheres"};
  scene.add(a, {radius_a, radius_a, radius_a});
  scene.add(b, {radius_b, radius_b, radius_b});
  scene.add_spheres();
  return scene;
}

TEST(SpaceTime, IsReachedBySpheresThatAccelerateTowardsEachOther) {
  RandomScenes random(6);
  for (int trial = 0; trial < 2000; ++trial) {
    const Vec3<double> a = random.point(-1, 1), common = random.point(-5, 5);
    const Vec3<double> direction = normalized(random.point(-1, 1));
    const double radius_a = random.number(0.001, 0.5), radius_b = random.number(0.001, 0.5);
    const double gap = std::pow(10, random.number(-6, 1)), speed = random.number(-1, 1);
    const double pull_a = random.number(0, 3), pull_b = random.number(0.1, 3);
    const OwnedScene scene =
        two_spheres(a, radius_a, a + (radius_a + radius_b + gap) * direction, radius_b);
    const std::vector<Motion> motion{{common + speed * direction, pull_a}, {common, pull_b}};
    // gap = speed t + pull t^2 / 2
    const double pull = pull_a + pull_b;
    const double root = std::sqrt(speed * speed + 2 * pull * gap);
    const double expected = speed > 0 ? 2 * gap / (speed + root) : (root - speed) / pull;
    const Jump jump = SpaceTime(schemes().front()).next(scene.view(), motion, 1000);
    const double rounding = 1e-14 * (1 + 30 * expected) / (std::abs(speed) + pull * expected);
    EXPECT_NEAR(jump.time, expected, rounding) << trial;
  }
}

// One that barely meets the other: found, not late, and not much too early.
TEST(SpaceTime, SeesSpheresThatGraze) {
  RandomScenes random(7);
  for (int trial = 0; trial < 2000; ++trial) {
    const Vec3<double> direction = normalized(random.point(-1, 1));
    const Vec3<double> aside = normalized(cross(direction, random.point(-1, 1)));
    const double miss = 0.3 * (1 - std::pow(10, random.number(-12, -1)));
    const OwnedScene scene = two_spheres({0, 0, 0}, 0.2, -2.0 * direction + miss * aside, 0.1);
    const std::vector<Motion> motion{{{}, 0}, {direction, 0}};
    // The slower they approach at the end, the less their time is determined.
    const double approach = std::sqrt((0.3 - miss) * (0.3 + miss));
    const double expected = 2 - approach;
    const Jump jump = SpaceTime(schemes().front()).next(scene.view(), motion, 10);
    ASSERT_EQ(jump.encounter.size(), 1) << trial;
    EXPECT_NEAR(jump.time, expected, 1e-14 / approach) << trial;
    OwnedScene before = later({scene, motion}, jump.time);
    enlarge(before, -1e-13);
    EXPECT_TRUE(all_overlaps(before.view()).empty()) << trial;
  }
}

// Jump after jump, every time with what the bodies really do then, up to the collision; the number
// of jumps is far below that of time steps.
TEST(SpaceTime, GoesToACollisionInAFewJumps) {
  RandomScenes random(4);
  for (int trial = 0; trial < 30; ++trial) {
    Moving moving = sparse(random, 10, 7, 0.5);
    SpaceTime space_time(schemes().front());
    double time = 0;
    int jumps = 0;
    for (; time < 3 && jumps < 500; ++jumps) {
      const Jump jump = space_time.next(moving.scene.view(), moving.motion, 1);
      if (!jump.encounter.empty() && jump.time < 1e-6) break;
      time += jump.time;
      for (std::size_t i = 0; i < moving.motion.size(); ++i) {
        displace(moving.scene, static_cast<int>(i), jump.time * moving.motion[i].velocity);
      }
      OwnedScene smaller = moving.scene;
      enlarge(smaller, -1e-12);
      ASSERT_TRUE(all_overlaps(smaller.view()).empty()) << trial << " jump " << jumps;
    }
    EXPECT_LT(jumps, 500) << trial;
    if (time >= 3 || time == 0) continue;
    enlarge(moving.scene, 1e-5);
    EXPECT_FALSE(all_overlaps(moving.scene.view()).empty()) << trial;
  }
}

TEST(SpaceTime, DoesNotJumpWhereBodiesTouchNow) {
  OwnedScene scene = RandomScenes(5).touching(3);
  const std::vector<Motion> motion(scene.box.size());
  const Jump jump = SpaceTime(schemes().front()).next(scene.view(), motion, 1);
  EXPECT_EQ(jump.time, 0);
  EXPECT_EQ(jump.encounter.size(), all_overlaps(scene.view()).size());
}

TEST(SpaceTime, AnswersFewAndMotionlessBodies) {
  OwnedScene scene{.name = "few"};
  SpaceTime space_time(schemes().front());
  EXPECT_EQ(space_time.next(scene.view(), {}, 2).time, 2);
  scene.add({0, 0, 0}, {1, 1, 1});
  scene.add({5, 0, 0}, {1, 1, 1});
  EXPECT_EQ(space_time.next(scene.view(), std::vector<Motion>(2), 2).time, 2);
}

TEST(SpaceTime, LooksNoFartherThanAPeriod) {
  OwnedScene scene{.name = "fast"};
  scene.add({0.2, 0.2, 0.2}, {0.01, 0.01, 0.01});
  scene.add({0.8, 0.8, 0.8}, {0.01, 0.01, 0.01});
  scene = made_periodic(scene, true, true, true);
  const std::vector<Motion> motion{{{100, 0, 0}, 0}, {{0, 0, 0}, 0}};
  const Jump jump = SpaceTime(schemes().front()).next(scene.view(), motion, 1);
  EXPECT_GT(jump.time, 0.004);
  EXPECT_LT(jump.time, 0.01);
  EXPECT_TRUE(jump.encounter.empty());
}

TEST(SpaceTime, RefusesNonsense) {
  OwnedScene scene{.name = "one"};
  scene.add({0, 0, 0}, {0.5, 0.5, 0.5});
  SpaceTime space_time(schemes().front());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(space_time.next(scene.view(), {}, 1), SceneError);
  EXPECT_THROW(space_time.next(scene.view(), std::vector<Motion>{{{0, nan, 0}, 0}}, 1), SceneError);
  EXPECT_THROW(space_time.next(scene.view(), std::vector<Motion>{{{}, -1}}, 1), SceneError);
  EXPECT_THROW(space_time.next(scene.view(), std::vector<Motion>(1), nan), SceneError);
  scene = made_periodic(scene, true, false, false);
  EXPECT_THROW(space_time.next(scene.view(), std::vector<Motion>{{{1, 0, 0}, 0}}, 1), SceneError);
}

}  // namespace
}  // namespace talus::broad
