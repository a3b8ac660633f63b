// How deep does a tilted ellipsoid sink into the ground?
#include <cstdio>

#include "talus/query.h"

int main() {
  const talus::Shape ground = talus::make_half_space({0, 0, 1}, 0.0);
  const talus::Shape grain = talus::make_ellipsoid({1.0, 0.5, 0.75});
  const talus::Pose<double> pose = talus::make_pose({0, 0, 0.6}, {0.96, 0.28, 0, 0});
  const talus::Contact<double> c = talus::contact(grain, pose, ground, talus::Pose<double>{});
  std::printf("%s: distance %.6f, normal (%g, %g, %g)\n", talus::name_of(c.status).data(),
              c.distance, c.normal.x, c.normal.y, c.normal.z);
  return talus::is_failure(c.status) ? 1 : 0;
}
