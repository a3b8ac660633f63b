// What is tessellated: the signs of the nodes and the places of the surface on lattice edges, of a
// mesh or of a function.
#pragma once

#include "talus/shape/dfr/repair.h"
#include "talus/shape/dfr/tessellate.h"

namespace talus {

// The corners of the facets lie on the mesh.
DfrParts tessellated_mesh(const DfrLattice& lattice, const OrientedMesh& mesh, int threads);

// The corners are roots of the function along lattice edges, to 1e-6 of a cell.
DfrParts tessellated_function(const DfrLattice& lattice, const ImplicitFunction& function,
                              int threads);

}  // namespace talus
