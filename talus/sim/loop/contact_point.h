// The point, normal and overlap by which a pair with one contact pushes, from the answer of the
// narrow phase: the overlap volume with its derivative under the volume law for two polyhedra, else
// the overlap and the point of the force (talus/narrow/force_point.h).
#pragma once

#include "talus/narrow/contact.h"
#include "talus/sim/loop/push.h"

namespace talus {

ContactPoint contact_point(Law law, const Shape& a, const Pose<double>& pose_a, const Shape& b,
                           const Pose<double>& pose_b, const Contact<double>& contact);

}  // namespace talus
