// Deep overlaps of meshes, at the start of a simulation.
//
// The contacts of a mesh are found on surfaces: bodies whose surfaces coincide, or one within the
// other, may have none. So the overlap itself is computed from the facets
// (talus/narrow/mesh_mesh/overlap_surface.h), however thin the bodies are: the mean thickness of a
// connected part of it is its volume over half of its surface. That of a body is the same of the
// body, so that of two equal bodies in one place it is the overlap.
#pragma once

#include "talus/sim/loop/loop.h"

namespace talus {

// Throws SimulationError with the names of two bodies, one a mesh and the other a mesh or a convex
// body, that overlap in a part that is thicker on the mean than `largest` of the smaller one's size
// or half of a body's mean thickness, or in more than half of the smaller volume.
void refuse_deep_meshes(const Loop& loop, double largest);

}  // namespace talus
