// The radius R* of a contact that begins: 1/R* = 1/R_a + 1/R_b.
//
// R is the radius of a sphere, the root of the product of the principal radii of curvature of an
// ellipsoid or superquadric at the contact point, kept within a quarter and four times the radius
// of the ball of equal volume (a flat side has none, a ridge has zero), and that ball's radius for
// polyhedra and meshes, whose surface has corners and faces only. Half-spaces and mesh walls count
// as flat.
#pragma once

#include "talus/narrow/contact.h"
#include "talus/sim/loop/push.h"

namespace talus {

double contact_radius(const LoopState& s, const Partners& p, const Contact<double>& contact);

}  // namespace talus
