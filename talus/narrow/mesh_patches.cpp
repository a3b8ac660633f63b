#include <algorithm>
#include <utility>

#include "talus/manifold.h"
#include "talus/math/tangent_frame.h"
#include "talus/narrow/canonical_order.h"
#include "talus/narrow/mesh_mesh/mesh_mesh_patch.h"
#include "talus/narrow/mesh_mesh/overlap_depth.h"
#include "talus/query.h"
#include "talus/shape/convex_triangles.h"
#include "talus/shape/mesh/inside_outside.h"
#include "talus/shape/shape.h"

namespace talus {

struct MeshPatchScratch::Impl {
  std::vector<mesh_mesh::Piece<double>> piece;
  std::vector<std::int32_t> patch_of;
  mesh_mesh::OverlapSurface overlap;
  mesh_mesh::OverlapDepth depth;
  std::optional<std::pair<Shape, Mesh>> made;   // the last convex body that was converted to a mesh
  std::optional<std::pair<double, Mesh>> cube;  // the last cube, and half its side
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

// In the frame of A: the surface of the overlap, as pieces of its connected parts.
void find_pieces(const MeshView<double>& a, const MeshView<double>& b,
                 const RelativePose<double>& b_in_a, Scratch& scratch) {
  scratch.overlap.find(a, b, b_in_a);
  scratch.depth.begin(scratch.overlap);
  scratch.piece.clear();
  scratch.patch_of.clear();
  scratch.depth.add_pieces(scratch.piece, scratch.patch_of);
}

// One patch for each part that is deeper or thicker than rounding: bodies that coincide are thick,
// and their surfaces nowhere deep.
Patches patches_of_pieces(const MeshView<double>& a, const MeshView<double>& b, Scratch& scratch) {
  // Of surfaces whose facets are not larger than two cells the vertices are deep enough.
  const bool is_fine =
      a.longest_edge <= mesh_mesh::small_facet(a) && b.longest_edge <= mesh_mesh::small_facet(b);
  constexpr int few_evaluations = 16;  // A choice.
  const int evaluations = is_fine ? few_evaluations : mesh_mesh::OverlapDepth::most_evaluations;
  Patches patches(static_cast<std::size_t>(scratch.overlap.parts));
  mesh_mesh::sum_patches(scratch.piece.data(), static_cast<int>(scratch.piece.size()),
                         scratch.patch_of.data(), patches.data(), scratch.overlap.parts);
  std::size_t kept = 0;
  for (int part = 0; part < scratch.overlap.parts; ++part) {
    ContactPatch<double> patch = patches[static_cast<std::size_t>(part)];
    const mesh_mesh::DeepestPoint deepest = scratch.depth.deepest(part, evaluations);
    patch.depth = deepest.depth;
    patch.deepest = deepest.point;
    const double rounding = 4.0 * (a.rounding + b.rounding);
    if (patch.depth > rounding || patch.volume > rounding * patch.area) patches[kept++] = patch;
  }
  patches.resize(kept);
  return patches;
}

Patches patches_in_a(const MeshView<double>& a, const MeshView<double>& b,
                     const RelativePose<double>& b_in_a, Scratch& scratch) {
  find_pieces(a, b, b_in_a, scratch);
  return patches_of_pieces(a, b, scratch);
}

TriangleMesh cube(double half) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.push_back(
        {(i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half, (i & 4) != 0 ? half : -half});
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

// A half-space counts as a cube with its upper face in the plane, below the mesh, and with all
// other faces farther away from the mesh than any point of it can be deep: the last cube is kept.
// All forces are along the plane's normal n: seen along it, a piece of area s and outward normal m
// covers -n . m s of the plane, those of overhangs negative, and has the depth of that part as
// well.
Patches patches_in_a(const MeshView<double>& mesh, const HalfSpace<double>& given,
                     const RelativePose<double>& pose, Scratch& scratch) {
  const Vec3<double> n = pose.rotation * given.normal;
  const double offset = given.offset + dot(n, pose.translation);
  const BoundingSphere<double>& sphere = mesh.sphere;
  const double height = dot(n, sphere.centre) - offset;
  if (height > sphere.radius) return {};
  double half = 4.0 * sphere.radius;
  while (half < -4.0 * height && half < infinity_of<double>()) half *= 2.0;
  if (!scratch.cube || scratch.cube->first != half) {
    constexpr int fewest_cells = 4;
    scratch.cube = {half,
                    make_mesh(cube(half), {.cells = fewest_cells, .surface = MeshSurface::source})};
  }
  const TangentFrame<double> frame = tangent_frame(n);
  const Vec3<double>&u = frame.x, &v = frame.y;
  const RelativePose<double> cube_in_a{{{u.x, v.x, n.x}, {u.y, v.y, n.y}, {u.z, v.z, n.z}},
                                       sphere.centre - (height + half) * n};
  find_pieces(mesh, scratch.cube->second.view(), cube_in_a, scratch);
  for (mesh_mesh::Piece<double>& p : scratch.piece) {
    p.normal = -n;
    p.depth_integral = p.of_b != 0 ? 0.0 : (1.0 - dot(n, p.outward)) * p.depth_integral;
  }
  return patches_of_pieces(mesh, scratch.cube->second.view(), scratch);
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

// Overlaps of smooth bodies that are thinner than this, relative to the radius, and single, are
// computed by tangent planes.
constexpr double thin = 4e-3;

// Facets of a smooth body may lie inside it by this part of the depth of the shallowest patch, or
// of their own distance from the other surface if that is more: overlaps are too small by as much.
constexpr double allowed_gap = 4e-3;
// Depth, relative to the radius, from which the facets of as_mesh are that good.
constexpr double deep = 5e-4 / allowed_gap;

bool is_smooth(const Shape& shape) {
  const Kind kind = kind_of(shape);
  return kind == Kind::sphere || kind == Kind::ellipsoid || kind == Kind::superquadric;
}

bool is_thin(const Patches& patches, double radius) {
  return patches.empty() || (patches.size() == 1 && patches.front().depth < thin * radius);
}

// Of a mesh with a smooth convex body that overlaps it by less than that, in one place. Such an
// overlap is part of two that are known: that of the convex body with the plane of the mesh in the
// contact, and that of the mesh with the tangent plane of the convex body. The smaller one has the
// patch. In the world's frame, the normal from the mesh to the body.
Patches thin_patch(const Shape& mesh, const Pose<double>& pose, const Shape& convex,
                   const Pose<double>& pose_of_convex, Scratch& scratch) {
  const Contact<double> c = contact(mesh, pose, convex, pose_of_convex);
  if (c.status != Status::overlapping) return {};
  const Vec3<double>& n = c.normal;
  const Shape plane = make_half_space(n, dot(n, c.point_a));
  const Contact<double> on_plane = contact(plane, {}, convex, pose_of_convex);
  ManifoldSettings<double> as_deep_as_it_is;
  as_deep_as_it_is.skin = epsilon_of<double>();
  const std::optional<Manifold> m =
      manifold(plane, {}, convex, pose_of_convex, on_plane, as_deep_as_it_is);
  ContactPatch<double> patch;
  if (m) {
    patch.area = m->area;
    patch.centroid = m->centroid;
    patch.force_point = m->force_point;
    patch.volume = m->area * m->mean_depth;
  }
  const Mat3<double> rotation = rotation_of(pose.orientation);
  const Vec3<double> own = transpose_times(rotation, n);
  const HalfSpace<double> beyond{-own,
                                 -dot(own, transpose_times(rotation, c.point_b - pose.position))};
  const RelativePose<double> here{identity_matrix<double>(), {}};
  const Vec3<double> deepest = transpose_times(rotation, c.point_a - pose.position);
  const ContactPatch<double>* nearest = nullptr;
  const Patches of_mesh = patches_in_a(std::get<Mesh>(mesh).view(), beyond, here, scratch);
  for (const ContactPatch<double>& p : of_mesh) {
    if (nearest == nullptr || norm(p.deepest - deepest) < norm(nearest->deepest - deepest)) {
      nearest = &p;
    }
  }
  if (nearest != nullptr && (!m || nearest->volume < patch.volume)) {
    patch.area = nearest->area;
    patch.centroid = rotation * nearest->centroid + pose.position;
    patch.force_point = rotation * nearest->force_point + pose.position;
    patch.volume = nearest->volume;
  }
  patch.normal = n;
  patch.depth = -c.distance;
  patch.deepest = c.point_a;
  patch.depth_integral = patch.volume * n;
  patch.moment = cross(patch.force_point, patch.depth_integral);
  patch.pieces = 1;
  return {patch};
}

// The patches of a mesh and a smooth convex body with facets as small as the depth of the patches
// requires, from patches with larger facets. In the frame of the mesh.
Patches refined_patches(const MeshView<double>& mesh, const Shape& convex,
                        const RelativePose<double>& pose, Patches patches, double radius,
                        Scratch& scratch) {
  // Choices: cuts of the octants where facets are largest; cells along the longest side; passes, of
  // which the second corrects the depth by which the first chose its facets; facets of a body.
  constexpr int coarse_cuts = 4, cells = 24, most_passes = 3;
  constexpr std::size_t most_facets = 60000;
  // A choice: depth, relative to the radius, for which facets are made. Shallower patches have
  // larger errors.
  constexpr double least_depth = 2e-4;
  // Facets that would be less than a quarter finer than the last ones are not made. A choice.
  constexpr double worthwhile = 0.75;
  double gap = infinity_of<double>();
  for (int pass = 0; pass < most_passes; ++pass) {
    double shallowest = infinity_of<double>();
    for (const ContactPatch<double>& p : patches) shallowest = smaller(shallowest, p.depth);
    // Patches that are nowhere deep, those of surfaces that coincide, need no smaller facets.
    const double least = larger(shallowest, least_depth * radius);
    if (!(least < deep * radius) || !(allowed_gap * least < worthwhile * gap)) break;
    gap = allowed_gap * least;
    const TriangleMesh facets =
        refined_triangles(convex, coarse_cuts, most_facets, [&](const Vec3<double>& point) {
          const double distance = absolute(inside_outside(mesh, pose.point_to_a(point)));
          return larger(gap, allowed_gap * distance);
        });
    const Mesh body = make_mesh(facets, {.cells = cells, .surface = MeshSurface::source});
    patches = patches_in_a(mesh, body.view(), pose, scratch);
  }
  return patches;
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
    default: {
      const MeshView<double>& body = as_mesh(other, scratch).view();
      Patches patches = patches_in_a(mesh, body, pose, scratch);
      const double radius = body.sphere.radius;
      if (!is_smooth(other) || is_thin(patches, radius)) return patches;
      return refined_patches(mesh, other, pose, std::move(patches), radius, scratch);
    }
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
  Scratch& used = scratch != nullptr ? scratch->impl() : own;
  std::optional<Patches> patches = patches_of_mesh(std::get<Mesh>(first).view(), second,
                                                   relative_pose(pose_1, rotation, pose_2), used);
  if (!patches) return patches;
  const double sign = swapped ? -1.0 : 1.0;
  if (is_smooth(second) && is_thin(*patches, used.made->second.view().sphere.radius)) {
    patches = thin_patch(first, pose_1, second, pose_2, used);
    for (ContactPatch<double>& p : *patches) {
      p.normal = sign * p.normal;
      p.depth_integral = sign * p.depth_integral;
      p.moment = sign * p.moment;
    }
    return patches;
  }
  for (ContactPatch<double>& p : *patches) {
    const auto to_world = [&](const Vec3<double>& x) { return rotation * x + pose_1.position; };
    p.centroid = to_world(p.centroid);
    p.deepest = to_world(p.deepest);
    p.force_point = to_world(p.force_point);
    p.normal = sign * (rotation * p.normal);
    p.depth_integral = sign * (rotation * p.depth_integral);
    p.moment = sign * (rotation * p.moment) + cross(pose_1.position, p.depth_integral);
  }
  return patches;
}

}  // namespace talus
