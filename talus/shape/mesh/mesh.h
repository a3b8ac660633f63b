// A body in the discrete function representation (view.h). Copies share one
// immutable body, so that a thousand instances of a grain cost a thousand poses.
//
// Three sources, one structure:
//   a closed triangle mesh   its own facets are kept, or, where it is finer than the cells or
//                            intersects itself, its sign is sampled at the lattice nodes and the
//                            surface tessellated voxel by voxel (section 4 of P4);
//   an implicit function     sampled and tessellated;
//   a volume of voxels       from tomography, the same (volume.h reads files).
// Either way the result is one closed surface of facets, from which the cells and the distances at
// the nodes are computed (assemble.cpp).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "talus/shape/mass.h"
#include "talus/shape/mesh/view.h"
#include "talus/shape/mesh_file.h"

namespace talus {

enum class MeshSurface {
  automatic,   // source unless tessellation would need fewer facets, or the mesh intersects itself
  source,      // the facets of the mesh: no representation error
  tessellated  // facets of one cell each, with corners on the source's surface
};

struct MeshOptions {
  int cells = 64;  // along the longest side of the bounding box, 4 to 1024
  MeshSurface surface = MeshSurface::automatic;
  int threads = 1;  // the result is the same for any number
};

// Result of the conversion.
struct MeshReport {
  MeshSurface surface = MeshSurface::source;
  std::vector<std::string> repairs;                          // a sentence each, for people
  int boundary_cells{}, internal_cells{}, external_cells{};  // of the stencil
  std::size_t memory{};                                      // bytes of all arrays
  std::size_t stencil_memory{};                              // of the three maps and the stencil
  std::size_t dense_memory{};  // of a grid with an entry for every cell of the box instead
  // The Hausdorff distance between the facets and the source (hausdorff.h): 0 if the facets are
  // those of the source, negative (not known) for an implicit function. Of a mesh that crosses
  // itself, from the facets to the source only, since the source goes on inside the body.
  double error{};
};

struct MeshArrays;  // the vectors behind the view (arrays.h)

class Mesh {
 public:
  const MeshView<double>& view() const { return *view_; }
  const MeshReport& report() const;

 private:
  friend Mesh mesh_of_arrays(std::shared_ptr<const MeshArrays> arrays);
  std::shared_ptr<const MeshArrays> arrays_;
  const MeshView<double>* view_{};
};

// Throws ShapeError with one sentence for a mesh that does not enclose a body: empty, with holes,
// one-sided, flat. Repairs (repair.h) are listed in the report.
Mesh make_mesh(const TriangleMesh& mesh, const MeshOptions& options = {});

// Negative inside; sampled at the lattice nodes of the box, on whose faces it must be positive.
using ImplicitFunction = std::function<double(const Vec3<double>&)>;
Mesh make_mesh(const ImplicitFunction& function, const BoundingBox<double>& box,
               const MeshOptions& options = {});

// The smallest number of cells whose tessellation of the mesh is within `error`, a length, of it in
// both directions. Throws ShapeError if 1024 cells are not enough.
Mesh make_mesh_within(const TriangleMesh& mesh, double error, MeshOptions options = {});

// Of the facets, density 1.
MassProperties mass_properties(const Mesh& body);

}  // namespace talus
