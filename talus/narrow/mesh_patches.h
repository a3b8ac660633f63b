// All patches in which two meshes touch, from shapes and poses in world coordinates. What a patch
// is and how it is found: dfr_dfr/patch.h.
#pragma once

#include <optional>
#include <vector>

#include "talus/math/pose.h"
#include "talus/narrow/dfr_dfr/patch.h"
#include "talus/shape/shape.h"

namespace talus {

// The memory of a query, kept between queries to spare its allocation. One per thread.
struct MeshPatchScratch {
  std::vector<dfr_dfr::Piece<double>> piece;
  std::vector<dfr_dfr::PieceNode<double>> node;
  std::vector<std::int32_t> patch_of, table;
};

// In the order of their first pieces; the moment is about the world's origin. None unless both are
// meshes. Swapping A and B turns the normals around.
std::optional<std::vector<dfr_dfr::ContactPatch<double>>> mesh_patches(
    const Shape& a, const Pose<double>& pose_a, const Shape& b, const Pose<double>& pose_b,
    MeshPatchScratch* scratch = nullptr);

}  // namespace talus
