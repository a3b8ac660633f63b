// Pairs with several contact points: a mesh with anything, and anything with a mesh wall.
//
// Two meshes, and a mesh on a half-space, have one contact per part of their overlap
// (talus/narrow/mesh_overlap/mesh_mesh_contacts.h). A convex body touches a mesh and a mesh wall as
// it touches a half-space, once for every face, edge and corner, by the same law, and
// so does a concave mesh on a mesh wall (talus/narrow/body_mesh_wall/mesh_wall_mesh_contacts.cpp).
#pragma once

#include "talus/sim/loop/chunk_contacts.h"

namespace talus {

void apply_multi_contacts(const ChunkContacts& chunk);

}  // namespace talus
