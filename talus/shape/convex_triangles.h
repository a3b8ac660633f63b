// The surface of a convex body as triangles with corners on it, for methods that see only meshes.
#pragma once

#include "talus/mesh_file.h"
#include "talus/shape/shape.h"

namespace talus {

// A polyhedron: its faces, exactly. A sphere, an ellipsoid or a superquadric: an octahedron whose
// faces are cut into n^2 triangles each, stretched onto the body, which lie inside it by up to
// about its radius of curvature over 2 n^2. Empty for a half-space, a segment and a mesh.
TriangleMesh convex_triangles(const Shape& shape, int n);

}  // namespace talus
