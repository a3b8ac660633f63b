// Sources of a tessellation, a mesh or a function: the signs of the nodes and the crossings of the
// surface with lattice edges.
#pragma once

#include "talus/shape/mesh/repair.h"
#include "talus/shape/mesh/tessellate.h"

namespace talus {

// The corners of the facets lie on the mesh.
MeshParts tessellated_mesh(const MeshLattice& lattice, const OrientedMesh& mesh, int threads);

// The corners are roots of the function along lattice edges, to 1e-6 of a cell.
MeshParts tessellated_function(const MeshLattice& lattice, const ImplicitFunction& function,
                               int threads);

}  // namespace talus
