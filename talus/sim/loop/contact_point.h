// The point, normal and overlap of the force of a pair with one contact, from the answer of the
// narrow phase: the overlap volume and its derivative for two polyhedra under a law of the overlap
// volume, else the overlap and the point of the force (talus/narrow/force_point.h).
#pragma once

#include "talus/narrow/force_point.h"
#include "talus/sim/loop/chunk_contacts.h"

namespace talus {

ContactPoint as_contact_point(const ForcePoint& at);

ContactPoint contact_point(const Law& law, const Shape& a, const Pose<double>& pose_a,
                           const Shape& b, const Pose<double>& pose_b,
                           const Contact<double>& contact);

}  // namespace talus
