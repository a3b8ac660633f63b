// Where and how the force of an overlapping pair acts, so that it is the derivative of an energy
// and moves continuously.
//
// Of two smooth bodies, or a smooth one and a flat one: along the normal, in the middle of the
// overlap, with an energy of the depth. Of polyhedra with each other and with half-spaces: by their
// rounded depth (rounded_maximum.h, polyhedron_polyhedron/rounded_depth.h), since the depth itself
// has kinks wherever a block comes to rest. Elsewhere the contact points do not jump.
#pragma once

#include "talus/narrow/contact.h"

namespace talus {

struct ForcePoint {
  Vec3<double> point{}, normal{};  // normal from a to b
  double depth{};                  // of which the energy is a function
  double slope = 1.0;       // of the depth as the bodies approach: force = slope * d energy/d depth
  double spread_squared{};  // of the patch, see below; 0: a point. Dashpots spread over it damp
                            // rocking.
};

// Of a patch with this smaller second moment of its corners: a third. An edge has none, so that a
// block tips over its edge freely.
inline double spread_squared(double smaller_moment) { return smaller_moment / 3.0; }

// For an answer of contact() with an overlap, in the world.
ForcePoint force_point(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                       const Pose<double>& pose_b, const Contact<double>& contact);

}  // namespace talus
