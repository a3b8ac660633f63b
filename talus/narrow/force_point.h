// Where the force of an overlapping pair acts, as one point that moves continuously.
//
// The contact points of polyhedra jump: a block on a face touches with one corner and, a little
// tilted, with another, and would never come to rest. Where one of the two has more than one corner
// in the slab that both share along the normal, the centroid of the overlap takes their place; on a
// half-space the mean of the corners below the plane. All other pairs have contact points that do
// not jump: their middle.
//
// Weakness: where a second corner enters the slab the point moves at once by about the depth times
// the steepness of the corner.
#pragma once

#include "talus/narrow/contact.h"
#include "talus/narrow/manifold.h"

namespace talus {

// For an answer of contact() with an overlap, in the world.
Vec3<double> force_point(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                         const Pose<double>& pose_b, const Contact<double>& contact,
                         OverlapScratch& scratch);

}  // namespace talus
