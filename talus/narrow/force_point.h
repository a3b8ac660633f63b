// Where the force of an overlapping pair acts, as one point that moves continuously.
//
// The force is the derivative of an energy of the depth only if it acts at the contact points:
// along the line on which the bodies are deepest. But the contact points of polyhedra jump: a block
// on a face touches with one corner and, a little tilted, with another, and would never come to
// rest. So where bodies touch in a wide and shallow patch, as at rest, the point goes from the
// contact points towards the centroid of the overlap (on a half-space, the mean of the corners
// below the plane, weighted by depth), by a share of
//
//   w = r^8 / (r^8 + 50^8),  r = distance of the two points / depth,
//
// which is nothing for a corner (r about 1) or a flat impact with an overlap of some hundredths of
// the size, and nearly all for an edge or face at rest, where overlaps are a thousandth. All other
// pairs have contact points that do not jump: their middle.
//
// Weakness: where w changes, energy is made or lost: about a thousandth of what a pile of falling
// polyhedra has (docs/simulation.md).
#pragma once

#include "talus/narrow/contact.h"
#include "talus/narrow/manifold.h"

namespace talus {

struct ForcePoint {
  Vec3<double> point{};
  double spread_squared{};  // of the patch, see below; 0: a point. Dashpots spread over it damp
                            // rocking.
};

// How wide the face of a polyhedron is that touches in the direction `outward`: a third of the
// smaller of the two second moments of its corners within the depth, weighted by it. An edge has no
// width, so that a block tips over its edge freely; other bodies have none either.
double patch_spread_squared(const Shape& shape, const Pose<double>& pose,
                            const Vec3<double>& outward, double depth);

// The point between the deepest point of a contact and the middle of its patch, along its plane,
// and as much of the patch's spread as it goes.
ForcePoint between(const Vec3<double>& deepest, const Vec3<double>& patch,
                   const Vec3<double>& normal, double depth, double spread_squared);

// For an answer of contact() with an overlap, in the world.
ForcePoint force_point(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                       const Pose<double>& pose_b, const Contact<double>& contact,
                       OverlapScratch& scratch);

}  // namespace talus
