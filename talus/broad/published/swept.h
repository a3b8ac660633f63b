// Volumes swept ahead in time. At time t from now a volume is where it is plus v t, give or take
// a t^2 / 2 for a bounded acceleration: in space-time a cylinder if a is 0, and a cone that opens
// with the time otherwise. All times are rounded down, so that nothing is found later than it could
// be.
#pragma once

#include "talus/broad/scene.h"

namespace talus::broad {

// Of a volume, until the horizon it is swept to. A body that turns needs a volume that holds it in
// every orientation.
struct Motion {
  Vec3<double> velocity{};
  double acceleration{};  // at most, in any direction
};

// The bounding box of a moving box from now until `time`.
BoundingBox<double> swept(const BoundingBox<double>& box, const Motion& motion, double time);

// The first time, from now on, at which volume a and the image of volume b could overlap; infinity
// if they never do, or not before `horizon`.
double encounter_time(const Scene& scene, std::span<const Motion> motion, BodyPair pair,
                      const Image& image, double horizon);

}  // namespace talus::broad
