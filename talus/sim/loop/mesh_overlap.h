// Deep overlaps of meshes, at the start of a simulation.
//
// The contacts of a mesh are found on surfaces: bodies whose surfaces coincide, or one within the
// other, may have none. Balls tell: if a ball of radius r around a point is inside one body and a
// ball of radius s around the same point inside the other, then no translation shorter than r + s
// separates the two.
#pragma once

#include "talus/sim/loop/loop.h"

namespace talus {

// Throws SimulationError with the names of two bodies, one a mesh and the other a mesh, a
// polyhedron or a sphere, that overlap by more than `largest` of the smaller one's size or half of
// a mesh's thickness.
void refuse_deep_meshes(const Loop& loop, double largest);

}  // namespace talus
