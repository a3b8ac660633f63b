#include <algorithm>
#include <utility>

#include "talus/manifold.h"
#include "talus/narrow/canonical_order.h"
#include "talus/narrow/mesh_convex/half_space_pieces.h"
#include "talus/narrow/mesh_mesh/mesh_mesh_patch.h"
#include "talus/shape/convex_triangles.h"
#include "talus/shape/shape.h"

namespace talus {

struct MeshPatchScratch::Impl {
  std::vector<mesh_mesh::Piece<double>> piece;
  std::vector<mesh_mesh::PieceNode<double>> node;
  std::vector<std::int32_t> patch_of, table;
  std::optional<std::pair<Shape, Mesh>> made;  // the last convex body that was converted to a mesh
};

MeshPatchScratch::MeshPatchScratch() = default;
MeshPatchScratch::MeshPatchScratch(MeshPatchScratch&&) noexcept = default;
MeshPatchScratch& MeshPatchScratch::operator=(MeshPatchScratch&&) noexcept = default;
MeshPatchScratch::~MeshPatchScratch() = default;

MeshPatchScratch::Impl& MeshPatchScratch::impl() {
  if (!impl_) impl_ = std::make_unique<Impl>();
  return *impl_;
}

namespace {

using Scratch = MeshPatchScratch::Impl;

using Patches = std::vector<ContactPatch<double>>;

// The number of pieces that find(set) gives. Storage that is too small is made as large as is
// needed, and filled again.
template <class Find>
int collect(Scratch& scratch, const Find& find) {
  constexpr std::size_t first_size = 1024;
  if (scratch.piece.empty()) scratch.piece.resize(first_size);
  mesh_mesh::ContactSet<double> set;
  for (;;) {
    set = {scratch.piece.data(), static_cast<int>(scratch.piece.size())};
    find(set);
    if (!set.exceeded()) return set.count();
    scratch.piece.resize(static_cast<std::size_t>(set.found));
  }
}

// Fills patch_of; the number of patches.
int group(Scratch& scratch, int pieces, double cell_size) {
  constexpr double cube_cells = 2.0;        // width of a grouping cube (mesh_mesh_patch.h)
  constexpr std::size_t table_size = 1024;  // a power of two, of the order of the pieces
  scratch.node.resize(scratch.piece.size());
  scratch.patch_of.resize(scratch.piece.size());
  scratch.table.resize(table_size);
  return mesh_mesh::group_pieces<double>(
      scratch.piece.data(), pieces, cube_cells * cell_size,
      {scratch.node.data(), scratch.patch_of.data(), scratch.table.data(), table_size});
}

Patches sum(const Scratch& scratch, int pieces, int count) {
  Patches patches(static_cast<std::size_t>(count));
  mesh_mesh::sum_patches(scratch.piece.data(), pieces, scratch.patch_of.data(), patches.data(),
                         count);
  return patches;
}

// In the frame of A.
Patches patches_in_a(const MeshView<double>& a, const MeshView<double>& b,
                     const RelativePose<double>& b_in_a, Scratch& scratch) {
  const int pieces =
      collect(scratch, [&](auto& set) { mesh_mesh::find_contact_set(a, b, b_in_a, set); });
  const int count = group(scratch, pieces, std::max(max_norm(a.cell_size), max_norm(b.cell_size)));
  return sum(scratch, pieces, count);
}

// In the frame of the mesh. The parts of the plane belong to the patches of the pieces above them.
Patches patches_in_a(const MeshView<double>& mesh, const HalfSpace<double>& given,
                     const RelativePose<double>& pose, Scratch& scratch) {
  const Vec3<double> n = pose.rotation * given.normal;
  const HalfSpace<double> half_space{n, given.offset + dot(n, pose.translation)};
  const int pieces =
      collect(scratch, [&](auto& set) { mesh_convex::find_pieces_in(mesh, half_space, set); });
  const int count = group(scratch, pieces, max_norm(mesh.cell_size));
  const auto both = static_cast<std::size_t>(2 * pieces);
  if (scratch.piece.size() < both) scratch.piece.resize(both);
  scratch.patch_of.resize(scratch.piece.size());
  for (int i = 0; i < pieces; ++i) {
    scratch.piece[pieces + i] = mesh_convex::part_of_plane(scratch.piece[i], half_space);
    scratch.patch_of[pieces + i] = scratch.patch_of[i];
  }
  return sum(scratch, 2 * pieces, count);
}

// The mesh of a smooth convex body: 8 * 32^2 = 8,192 facets, whose corners are within 5e-4 of the
// radius of curvature; 48 cells along the longest side, about one facet per boundary cell.
constexpr int cells_of_convex = 48, cuts_of_convex = 32;

// A bounded convex body as a mesh, the last one kept.
const Mesh& as_mesh(const Shape& shape, Scratch& scratch) {
  const auto is_made = [&] {
    if (!scratch.made || scratch.made->first.index() != shape.index()) return false;
    return in_canonical_order(shape, {}, scratch.made->first, {}) &&
           in_canonical_order(scratch.made->first, {}, shape, {});
  };
  if (!is_made()) {
    scratch.made = {shape, make_mesh(convex_triangles(shape, cuts_of_convex),
                                     {.cells = cells_of_convex, .surface = MeshSurface::source})};
  }
  return scratch.made->second;
}

// Of a mesh with a body of any kind, in the frame of the mesh.
std::optional<Patches> patches_of_mesh(const MeshView<double>& mesh, const Shape& other,
                                       const RelativePose<double>& pose, Scratch& scratch) {
  switch (kind_of(other)) {
    case Kind::segment:
      return std::nullopt;
    case Kind::mesh:
      return patches_in_a(mesh, std::get<Mesh>(other).view(), pose, scratch);
    case Kind::half_space:
      return patches_in_a(mesh, std::get<HalfSpace<double>>(other), pose, scratch);
    default:
      return patches_in_a(mesh, as_mesh(other, scratch).view(), pose, scratch);
  }
}

}  // namespace

std::optional<Patches> mesh_patches(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                                    const Pose<double>& pose_b, MeshPatchScratch* scratch) {
  const bool is_a = kind_of(a) == Kind::mesh, is_b = kind_of(b) == Kind::mesh;
  if (!is_a && !is_b) return std::nullopt;
  const bool swapped = is_a && is_b ? !in_canonical_order(a, pose_a, b, pose_b) : is_b;
  const Shape &first = swapped ? b : a, &second = swapped ? a : b;
  const Pose<double>&pose_1 = swapped ? pose_b : pose_a, &pose_2 = swapped ? pose_a : pose_b;
  const Mat3<double> rotation = rotation_of(pose_1.orientation);
  Scratch own;
  std::optional<Patches> patches =
      patches_of_mesh(std::get<Mesh>(first).view(), second, relative_pose(pose_1, rotation, pose_2),
                      scratch != nullptr ? scratch->impl() : own);
  if (!patches) return patches;
  const double sign = swapped ? -1.0 : 1.0;
  for (ContactPatch<double>& p : *patches) {
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
