// Where the force of an overlapping pair acts, as one point that moves continuously.
//
// The force is the derivative of an energy of the depth only if it acts at the contact points:
// along the line on which the bodies are deepest. But the contact points of polyhedra jump: a block
// on a face touches with one corner and, a little tilted, with another, and would never come to
// rest. So where bodies touch in a wide and shallow patch, as at rest, the point goes from the
// contact points to the centroid of the overlap (on a half-space, to the mean of the corners below
// the plane, weighted by depth), by a share of
//
//   w = r / (r + 3000),  r = volume / depth^3,
//
// which is nothing for a corner (r about 1) or a hard impact, a part for an edge at rest, and
// all for a face at rest (r about a million). All other pairs have contact points that do not jump:
// their middle.
#pragma once

#include "talus/narrow/contact.h"
#include "talus/narrow/manifold.h"

namespace talus {

// For an answer of contact() with an overlap, in the world.
Vec3<double> force_point(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                         const Pose<double>& pose_b, const Contact<double>& contact,
                         OverlapScratch& scratch);

}  // namespace talus
