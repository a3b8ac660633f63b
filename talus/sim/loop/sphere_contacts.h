// Contacts of two spheres, and of a sphere and a half-space: closed forms
// (talus/physics/sphere_geometry.h) instead of the narrow phase.
#pragma once

#include "talus/physics/sphere_geometry.h"
#include "talus/sim/loop/chunk_contacts.h"

namespace talus {

void apply_sphere_contacts(const ChunkContacts& chunk);
void apply_sphere_plane_contacts(const ChunkContacts& chunk);

// The contact of a sphere a and a half-space b. The overlap is negative where they are apart.
SphereContactOf<double> sphere_plane_contact(const BodyTable& bodies, const PairBodies& p);

}  // namespace talus
