// All patches in which a mesh touches another body, from shapes and poses in world coordinates.
// Definition and method: mesh_mesh/mesh_mesh_patch.h.
//
// A sphere, an ellipsoid, a superquadric or a polyhedron is made a mesh first
// (shape/convex_triangles.h): a polyhedron exactly, the others by 8,192 facets with corners on
// them, which lie inside by up to 5e-4 of the radius of curvature, so that shallower overlaps may
// have no patch. That takes a tenth of a second, once for pairs with the same body that follow each
// other. A half-space needs no mesh (mesh_convex/half_space_pieces.h).
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "talus/math/pose.h"
#include "talus/narrow/mesh_mesh/mesh_mesh_patch.h"
#include "talus/shape/shape.h"

namespace talus {

// The scratch of a query, reused by the next query. One per thread.
struct MeshPatchScratch {
  std::vector<mesh_mesh::Piece<double>> piece;
  std::vector<mesh_mesh::PieceNode<double>> node;
  std::vector<std::int32_t> patch_of, table;
  std::optional<std::pair<Shape, Mesh>> made;  // the last convex body that was made a mesh
};

// In the order of their first pieces; the moment is about the world's origin. None unless one is a
// mesh and the other no segment. Swapping A and B turns the normals around. Throws ShapeError if a
// body is too thin to be made a mesh.
std::optional<std::vector<mesh_mesh::ContactPatch<double>>> mesh_patches(
    const Shape& a, const Pose<double>& pose_a, const Shape& b, const Pose<double>& pose_b,
    MeshPatchScratch* scratch = nullptr);

}  // namespace talus
