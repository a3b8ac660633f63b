#include "talus/sim/loop/deep_mesh_overlap.h"

#include <fmt/format.h>

#include <algorithm>

#include "talus/error.h"
#include "talus/narrow/mesh_mesh/overlap_region.h"
#include "talus/narrow/mesh_mesh/overlap_surface.h"
#include "talus/parallel/parallel_for.h"
#include "talus/shape/convex_triangles.h"
#include "talus/sim/loop/chunk_contacts.h"

namespace talus {
namespace {

// A shape as a mesh.
struct Solid {
  Mesh mesh;
  double volume{}, thickness{};  // of the body, and its volume over half of its surface
};

// A mesh as it is. Of a smooth body 8 * 12^2 facets are within 4e-3 of its radius, little against
// what is allowed. A body too thin for a mesh gets none.
std::optional<Solid> solid_of(const Shape& shape) {
  constexpr int cuts = 12, cells = 12;
  Solid solid;
  if (kind_of(shape) == Kind::mesh) {
    solid.mesh = std::get<Mesh>(shape);
  } else {
    const TriangleMesh facets = convex_triangles(shape, cuts);
    if (facets.triangles.empty()) return std::nullopt;
    try {
      solid.mesh = make_mesh(facets, {.cells = cells, .surface = MeshSurface::source});
    } catch (const ShapeError&) {
      return std::nullopt;
    }
  }
  const MeshView<double>& view = solid.mesh.view();
  double area = 0.0;
  for (int f = 0; f < view.facet_count; ++f) {
    const Vec3<double> corner = view.corner(f, 0);
    area += 0.5 * norm(cross(view.corner(f, 1) - corner, view.corner(f, 2) - corner));
  }
  solid.volume = mass_properties(solid.mesh).volume;
  solid.thickness = 2.0 * solid.volume / area;
  return solid;
}

bool has_mesh(const PairBlock& block) {
  return !block.walls && (block.kind_a == Kind::mesh || block.kind_b == Kind::mesh);
}

// By shape: those that meet a mesh.
std::vector<std::optional<Solid>> solids_of(const Loop& loop) {
  const std::vector<Shape>& shapes = loop.user.bodies.shapes;
  std::vector<char> is_needed(shapes.size());
  for (const PairBlock& block : loop.neighbours.blocks) {
    if (!has_mesh(block)) continue;
    for (const std::vector<std::int32_t>* slots : {&block.a, &block.b}) {
      for (const std::int32_t slot : *slots) {
        const auto& type = loop.bodies.type(static_cast<std::size_t>(slot));
        is_needed[static_cast<std::size_t>(type.shape)] = 1;
      }
    }
  }
  std::vector<std::optional<Solid>> solids(shapes.size());
  parallel_for(static_cast<std::int64_t>(shapes.size()), loop.threads, [&](std::int64_t item) {
    const auto i = static_cast<std::size_t>(item);
    if (is_needed[i] != 0) solids[i] = solid_of(shapes[i]);
  });
  return solids;
}

// The largest mean thickness of the connected parts, and the volume of all of them.
struct Overlap {
  double thickness{}, volume{};
};

Overlap overlap_of(const Mesh& a, const Mesh& b, const RelativePose<double>& b_in_a,
                   mesh_mesh::OverlapSurface& surface) {
  surface.find(a.view(), b.view(), b_in_a);
  Overlap overlap;
  for (int part = 0; part < surface.parts; ++part) {
    const mesh_mesh::OverlapExtent extent = surface.extent(part, part + 1);
    overlap.volume += extent.volume;
    if (!(extent.area > 0.0)) continue;
    overlap.thickness = std::max(overlap.thickness, 2.0 * extent.volume / extent.area);
  }
  return overlap;
}

// What lies between two planes has at most their distance as mean thickness: half of its surface is
// at least its shadow on a plane. With half of a body's mean thickness as the limit, neither does
// it have more than half of the body's volume.
bool is_within_slab(const Mesh& a, const Mesh& b, const RelativePose<double>& b_in_a,
                    double thickness) {
  const mesh_mesh::Slab<double> slab = mesh_mesh::thin_slab(a.view(), b.view(), b_in_a);
  return !(slab.normal == Vec3<double>{}) && slab.high - slab.low <= thickness;
}

}  // namespace

void refuse_deep_meshes(const Loop& loop, double largest) {
  const std::vector<PairBlock>& blocks = loop.neighbours.blocks;
  if (std::none_of(blocks.begin(), blocks.end(), has_mesh)) return;
  const BodyTable& bodies = loop.bodies;
  const std::vector<std::optional<Solid>> solids = solids_of(loop);
  constexpr std::int64_t pairs_at_once = 16;  // with the buffers of one surface
  for (const PairBlock& block : blocks) {
    if (!has_mesh(block)) continue;
    const auto check = [&](std::size_t pair, mesh_mesh::OverlapSurface& surface) {
      const PairBodies p = pair_bodies(block, loop.neighbours.shift, pair);
      const auto& a = solids[static_cast<std::size_t>(bodies.type(p.a).shape)];
      const auto& b = solids[static_cast<std::size_t>(bodies.type(p.b).shape)];
      if (!a || !b) return;
      Pose<double> pose_b = bodies.pose(p.b);
      pose_b.position = pose_b.position + p.shift;
      const Pose<double>& pose_a = bodies.pose(p.a);
      const RelativePose<double> b_in_a =
          relative_pose(pose_a, rotation_of(pose_a.orientation), pose_b);
      const double thickest = std::min(largest / bodies.inverse_size(p.a, p.b),
                                       0.5 * std::min(a->thickness, b->thickness));
      if (is_within_slab(a->mesh, b->mesh, b_in_a, thickest)) return;
      const Overlap overlap = overlap_of(a->mesh, b->mesh, b_in_a, surface);
      const double most = 0.5 * std::min(a->volume, b->volume);
      if (!(overlap.thickness > thickest || overlap.volume > most)) return;
      const std::vector<std::string>& name = loop.model.setup.name;
      throw SimulationError(fmt::format(
          "{} and {} overlap by {:.3g} m at the start, and by {:.3g} % of the smaller one's "
          "volume; "
          "at most a tenth of the smaller one's size and half of its thickness are allowed",
          name[bodies.number_of(p.a)], name[bodies.number_of(p.b)], overlap.thickness,
          50.0 * overlap.volume / most));
    };
    parallel_for_chunks(static_cast<std::int64_t>(block.size()), pairs_at_once, loop.threads,
                        [&](std::int64_t, std::int64_t first, std::int64_t last) {
                          mesh_mesh::OverlapSurface surface;
                          for (std::int64_t k = first; k < last; ++k) {
                            check(static_cast<std::size_t>(k), surface);
                          }
                        });
  }
}

}  // namespace talus
