// The radius R* of a contact (talus/physics/effective_radius.h), from the shapes of its
// bodies: the radius of a sphere, the curvature of an ellipsoid or superquadric at the contact
// point, the radius of the ball of equal volume for polyhedra and meshes, whose surface has corners
// and faces only. Half-spaces and mesh walls are flat; round walls have the curvature of their
// lateral surface, which is concave from inside.
#pragma once

#include "talus/narrow/contact.h"
#include "talus/sim/loop/chunk_contacts.h"

namespace talus {

double contact_radius(const BodyTable& bodies, const PairBodies& p, const Contact<double>& contact);

// Steps between two evaluations of the curvature: it changes as bodies roll, by a small angle in so
// many steps. A choice.
inline constexpr std::int64_t curvature_interval = 32;

// Brings the radius of a lasting contact with a curved body towards that of its present point
// (talus/physics/changing_radius.h), so that a body at rest has the overlap of its present contact,
// however it came there. Returns false, and leaves the contact alone, where there is too little
// heat: in a settled bed almost everywhere. `rolling`: rad, of the rolling spring, or null.
bool follow_curvature(const ChunkContacts& chunk, const PairBodies& p,
                      const Contact<double>& contact, Vec3<double>* rolling,
                      ContactHistory& history);

}  // namespace talus
