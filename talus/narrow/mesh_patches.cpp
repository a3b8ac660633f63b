#include "talus/narrow/mesh_patches.h"

#include "talus/narrow/canonical_order.h"

namespace talus {
namespace {

using Patches = std::vector<dfr_dfr::ContactPatch<double>>;

// In the frame of A. Storage that is too small is made as large as is needed, and filled again.
Patches patches_in_a(const DfrView<double>& a, const DfrView<double>& b,
                     const RelativePose<double>& b_in_a, MeshPatchScratch& scratch) {
  constexpr std::size_t first_size = 1024, table_size = 1024;
  if (scratch.piece.empty()) scratch.piece.resize(first_size);
  dfr_dfr::ContactSet<double> set;
  for (;;) {
    set = {scratch.piece.data(), static_cast<int>(scratch.piece.size())};
    dfr_dfr::find_contact_set(a, b, b_in_a, set);
    if (!set.exceeded()) break;
    scratch.piece.resize(static_cast<std::size_t>(set.found));
  }
  scratch.node.resize(scratch.piece.size());
  scratch.patch_of.resize(scratch.piece.size());
  scratch.table.resize(table_size);
  const double cube = 2.0 * std::max(max_norm(a.cell_size), max_norm(b.cell_size));
  const int count = dfr_dfr::group_pieces<double>(
      set.piece, set.count(), cube,
      {scratch.node.data(), scratch.patch_of.data(), scratch.table.data(), table_size});
  Patches patches(static_cast<std::size_t>(count));
  dfr_dfr::sum_patches(set.piece, set.count(), scratch.patch_of.data(), patches.data(), count);
  return patches;
}

}  // namespace

std::optional<Patches> mesh_patches(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                                    const Pose<double>& pose_b, MeshPatchScratch* scratch) {
  if (kind_of(a) != Kind::mesh || kind_of(b) != Kind::mesh) return std::nullopt;
  const bool swapped = !in_canonical_order(a, pose_a, b, pose_b);
  const Shape &first = swapped ? b : a, &second = swapped ? a : b;
  const Pose<double>&pose_1 = swapped ? pose_b : pose_a, &pose_2 = swapped ? pose_a : pose_b;
  const Mat3<double> rotation = rotation_of(pose_1.orientation);
  MeshPatchScratch own;
  Patches patches =
      patches_in_a(std::get<Dfr>(first).view(), std::get<Dfr>(second).view(),
                   relative_pose(pose_1, rotation, pose_2), scratch != nullptr ? *scratch : own);
  const double sign = swapped ? -1.0 : 1.0;
  for (dfr_dfr::ContactPatch<double>& p : patches) {
    const auto to_world = [&](const Vec3<double>& x) { return rotation * x + pose_1.position; };
    p.centroid = to_world(p.centroid);
    p.deepest = to_world(p.deepest);
    p.force_point = to_world(p.force_point);
    p.normal = sign * (rotation * p.normal);
    p.push = sign * (rotation * p.push);
    p.moment = sign * (rotation * p.moment) + cross(pose_1.position, p.push);
  }
  return patches;
}

}  // namespace talus
