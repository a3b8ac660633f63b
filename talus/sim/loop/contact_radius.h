// The radius R* of a contact that begins (talus/physics/effective_radius.h), from the shapes of its
// bodies: the radius of a sphere, the curvature of an ellipsoid or superquadric at the contact
// point, the radius of the ball of equal volume for polyhedra and meshes, whose surface has corners
// and faces only. Half-spaces and mesh walls are flat.
#pragma once

#include "talus/narrow/contact.h"
#include "talus/sim/loop/chunk_contacts.h"

namespace talus {

double contact_radius(const BodyTable& bodies, const PairBodies& p, const Contact<double>& contact);

}  // namespace talus
