// Spatially sparse systems, P4 section 2.1 (after Dworkin): the path of every body is projected
// ahead, so that it resides within a cylinder or cone in space-time; these are intersected, and the
// simulation may proceed directly to the time of the next possible collision without looking for
// collisions in between.
//
// The boxes around the paths until a horizon go to any scheme; for the pairs it finds the time of
// the first possible overlap is computed. It is conservative: exact but for rounding with constant
// velocities, early with accelerations, which may be used or not, and never late.
//
// Weakness: bodies that touch now allow no jump at all, and in dense systems the boxes around the
// paths have almost all bodies as their pairs: the paper offers it for sparse systems only.
#pragma once

#include <vector>

#include "talus/broad/published/swept.h"
#include "talus/broad/schemes.h"

namespace talus::broad {

struct Encounter {
  double time;  // from now, the first at which the two could overlap
  BodyPair pair;
  Image image;
  friend auto operator<=>(const Encounter&, const Encounter&) = default;
};

struct Jump {
  double time;                       // no two volumes overlap before
  std::vector<Encounter> encounter;  // all that could happen until the horizon, in order of time
};

class SpaceTime {
 public:
  explicit SpaceTime(const Scheme& scheme, int threads = 1) : scheme_(scheme), threads_(threads) {}

  // One motion for every volume, walls too. In a periodic domain the horizon is halved until no
  // path is longer than the period; without an encounter the jump is as far as the horizon used.
  // Throws SceneError for a scene or a motion that is not valid.
  Jump next(const Scene& scene, std::span<const Motion> motion, double horizon);

 private:
  double sweep(const Scene& scene, std::span<const Motion> motion, double horizon);

  const Scheme& scheme_;
  int threads_;
  std::vector<BoundingBox<double>> path_;
  PairList pairs_;
};

}  // namespace talus::broad
