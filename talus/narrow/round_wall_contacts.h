// All contacts of a body with a true cylinder or cone (shape/round_wall.h), for simulations. The
// method: docs/methods/body_round_wall.md.
#pragma once

#include "talus/narrow/wall_contacts.h"
#include "talus/shape/round_wall.h"

namespace talus {

// Keys of contacts with a round wall: the part of the wall, times 2^32; plus the azimuth in the
// wall's frame, 2^32 for a full turn, or the point of a mesh's cloud. An azimuth moves with the
// body: the contact of the last step is the one with the nearest key.
struct RoundWallKey {
  enum Part : std::int64_t { lateral, lower_disc, upper_disc, rim };
  static constexpr std::int64_t part = std::int64_t{1} << 32;
};

// The scratch of a query, reused by the next query. One per thread.
struct RoundWallScratch {
  std::vector<Vec3<double>> vertex;
};

// Whether a body is inside of the wall and reaches none of its open ends: what it meets of the wall
// then is convex, and a concave body touches it where its convex hull does.
bool lies_inside(const RoundWall& wall, const Pose<double>& wall_pose,
                 const PolyhedronView<double>& body, const Pose<double>& body_pose);

// Appends to `found`, in the order of the keys. As wall_contacts, for convex bodies.
void round_wall_contacts(const RoundWall& wall, const Pose<double>& wall_pose, const Shape& body,
                         const Pose<double>& body_pose, RoundWallScratch& scratch,
                         std::vector<WallContact>& found, double energy_power = hertz_energy_power);

}  // namespace talus
