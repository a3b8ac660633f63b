// The surface of a convex body as triangles with corners on it, for methods that see only meshes.
#pragma once

#include <functional>

#include "talus/mesh_file.h"
#include "talus/shape/shape.h"

namespace talus {

// A polyhedron: its faces, exactly. A sphere, an ellipsoid or a superquadric: an octahedron whose
// faces are cut into n^2 triangles each, stretched onto the body, which lie inside it by up to
// about its radius of curvature over 2 n^2. Empty for a half-space, a segment and a mesh.
TriangleMesh convex_triangles(const Shape& shape, int n);

// A sphere, an ellipsoid or a superquadric in facets of several sizes: an octahedron of 8 n^2
// triangles, whose edges are halved until the surface is at most allowed(point) above their
// middles, `point` being that of the surface; or until there are `most` triangles.
TriangleMesh refined_triangles(const Shape& shape, int n, std::size_t most,
                               const std::function<double(const Vec3<double>& point)>& allowed);

}  // namespace talus
