// Round walls for tests, and shallow random contacts with them.
#pragma once

#include <algorithm>

#include "narrow/body_mesh_wall/walls.h"
#include "talus/narrow/round_wall_contacts.h"

namespace talus::test {

// Across the x axis, so that no frame is the wall's own.
inline RoundWall tilted(double lower, double upper, double height, bool bottom, bool top) {
  return RoundWall({0.1, -0.2, 0.3}, normalized(Vec3<double>{2.0, 1.0, -0.5}), lower, upper, height,
                   bottom, top);
}

struct NamedRoundWall {
  std::string name;
  RoundWall wall;
};

inline std::vector<NamedRoundWall> round_walls() {
  return {{"open tube", tilted(2.0, 2.0, 3.0, false, false)},
          {"can", tilted(1.5, 1.5, 2.5, true, true)},
          {"cone", tilted(0.6, 2.2, 1.5, false, false)},
          {"closed cone", tilted(1.0, 2.0, 2.0, true, true)},
          {"narrow tube", tilted(0.8, 0.8, 3.0, false, true)},
          {"wide tube", tilted(20.0, 20.0, 30.0, true, false)},
          {"rod", tilted(0.3, 0.3, 4.0, true, true)}};
}

inline std::vector<WallContact> touch(const RoundWall& wall, const Grain& grain,
                                      const Pose<double>& pose) {
  std::vector<WallContact> found;
  RoundWallScratch scratch;
  round_wall_contacts(wall, {}, grain.shape, pose, scratch, found);
  return found;
}

inline double deepest_of(const std::vector<WallContact>& found) {
  double deepest = 0.0;
  for (const WallContact& c : found) deepest = std::max(deepest, c.depth);
  return deepest;
}

// Distance of a point from the surface, in the wall's own frame.
inline double distance_to(const RoundWall& wall, const Vec3<double>& p) {
  const double r = std::hypot(p.x, p.y), dr = wall.radius(1) - wall.radius(0);
  const auto to_segment = [&](double ar, double az, double br, double bz) {
    const double ur = br - ar, uz = bz - az;
    const double t = std::clamp(((r - ar) * ur + (p.z - az) * uz) / (ur * ur + uz * uz), 0.0, 1.0);
    return std::hypot(r - ar - t * ur, p.z - az - t * uz);
  };
  double least = to_segment(wall.radius(0), 0.0, wall.radius(0) + dr, wall.height());
  if (wall.is_closed(0)) least = std::min(least, to_segment(0.0, 0.0, wall.radius(0), 0.0));
  if (wall.is_closed(1)) {
    least = std::min(least, to_segment(0.0, wall.height(), wall.radius(1), wall.height()));
  }
  return least;
}

// A random pose with a shallow overlap, the centre well away from the wall. False if none was
// found.
inline bool find_shallow(const RoundWall& wall, const Grain& grain, double shallow,
                         std::mt19937& engine, Pose<double>& pose) {
  std::uniform_real_distribution<> unit(0.0, 1.0);
  const double turn = 2.0 * std::numbers::pi * unit(engine);
  const double z = wall.height() * (1.4 * unit(engine) - 0.2);
  const double of = wall.radius(0) + (wall.radius(1) - wall.radius(0)) * z / wall.height();
  const double r = std::max(0.0, of + 1.4 * unit(engine) - 0.7);
  pose = {wall.from_own({r * std::cos(turn), r * std::sin(turn), z}), random_turn(engine)};
  for (int k = 0; k < 12; ++k) {
    const std::vector<WallContact> found = touch(wall, grain, pose);
    const double deepest = deepest_of(found);
    if (found.empty()) return false;
    if (deepest <= shallow) return distance_to(wall, wall.to_own(pose.position)) > 0.15;
    for (const WallContact& c : found) {
      if (c.depth != deepest) continue;
      pose.position = pose.position + (deepest - 0.8 * shallow) * c.normal;
      break;
    }
  }
  return false;
}

}  // namespace talus::test
