#include "talus/shape/mesh/mesh.h"

#include <fmt/format.h>

#include "talus/error.h"
#include "talus/shape/mesh/arrays.h"
#include "talus/shape/mesh/hausdorff.h"
#include "talus/shape/mesh/mesh_size.h"
#include "talus/shape/mesh/nesting.h"
#include "talus/shape/mesh/scan_lines.h"
#include "talus/shape/mesh/sources.h"

namespace talus {
namespace {

void require_cells(int cells) {
  if (cells >= fewest_mesh_cells && cells <= most_mesh_cells) return;
  throw ShapeError(
      "", "cells",
      fmt::format("must be between {} and {}, got {}", fewest_mesh_cells, most_mesh_cells, cells));
}

double area_of(const OrientedMesh& mesh) {
  double area = 0.0;
  for (const std::array<int, 3>& t : mesh.triangles) {
    area += 0.5 * norm(cross(mesh.vertices[t[1]] - mesh.vertices[t[0]],
                             mesh.vertices[t[2]] - mesh.vertices[t[0]]));
  }
  return area;
}

// A mesh whose facets are much smaller than the faces of cells gains nothing from them. A surface
// passes through about 1.5 cells per face of its area, so 8 are five to six facets per boundary
// cell. (Measured on spheres of 24 to 96 cells: 5.4; a facet has parts in 2.4 cells, so that cells
// list 13.)
bool is_finer_than(const OrientedMesh& mesh, const MeshLattice& lattice) {
  constexpr double most_facets = 8.0;
  const double face = lattice.cell_size.x * lattice.cell_size.y;
  return static_cast<double>(mesh.triangles.size()) > most_facets * area_of(mesh) / face;
}

struct PreparedMesh {
  OrientedMesh mesh;
  MeshLattice lattice{};
  bool keep_facets = false, crosses_itself = false;
};

// Crossing facets matter for keeping the facets and for distinguishing cavities from overlapping
// shells. Meshes of more than a million facets that are not kept are not tested; the error is then
// an upper bound, as the source may continue inside the body.
PreparedMesh prepare(const TriangleMesh& source, int cells, MeshSurface surface) {
  if (source.vertices.empty()) throw ShapeError("the mesh has no vertices");
  for (const Vec3<double>& v : source.vertices) {
    if (!(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z))) {
      throw ShapeError("the mesh has a vertex that is not finite");
    }
  }
  require_mesh_size(box_of_points(source.vertices));
  PreparedMesh result{closed_shells(source)};
  OrientedMesh& mesh = result.mesh;
  result.lattice = lattice_around(box_of_points(mesh.vertices), cells);
  result.keep_facets = surface == MeshSurface::source ||
                       (surface == MeshSurface::automatic && !is_finer_than(mesh, result.lattice));
  constexpr std::size_t most_tested = 1000000;
  if (result.keep_facets || mesh.shell_count > 1 || mesh.triangles.size() <= most_tested) {
    const Intersections crossing = find_intersections(mesh);
    result.crosses_itself = crossing.pairs > 0;
    if (result.crosses_itself) {
      mesh.repairs.push_back(fmt::format(
          "{} pairs of facets cross each other, for example {} and {}: the union is taken",
          crossing.pairs, crossing.first[0], crossing.first[1]));
    }
    turn_cavities(mesh, shell_depths(mesh, crossing));
  }
  report_turned(mesh);
  require_volume(mesh);
  return result;
}

MeshParts kept_mesh(const MeshLattice& lattice, const OrientedMesh& mesh, int threads) {
  return {
      lattice,        inside_nodes(lattice, ScanLines(lattice, 0, mesh.vertices, mesh.triangles)),
      mesh.vertices,  mesh.triangles,
      mesh.neighbour, facets_in_cells(lattice, mesh.vertices, mesh.triangles, threads),
      false};
}

double error_of(const MeshParts& parts, const PreparedMesh& source, int threads) {
  const SurfaceMesh facets{parts.vertices, parts.triangles};
  const SurfaceMesh mesh{source.mesh.vertices, source.mesh.triangles};
  const double spacing = 0.5 * parts.lattice.cell_size.x;
  const double forth = largest_distance(facets, mesh, spacing, threads);
  return source.crosses_itself ? forth
                               : std::max(forth, largest_distance(mesh, facets, spacing, threads));
}

std::shared_ptr<MeshArrays> from_tessellation(MeshParts parts, const OrientedMesh& mesh,
                                              double error, int threads) {
  auto body = assemble(std::move(parts), threads);
  body->report.surface = MeshSurface::tessellated;
  body->report.repairs = mesh.repairs;
  body->report.error = error;
  return body;
}

}  // namespace

void require_mesh_size(const BoundingBox<double>& box) {
  const double side = max_norm(box.upper - box.lower);
  const double farthest = std::max(max_norm(box.upper), max_norm(box.lower));
  if (side == 0.0 || (side >= least_mesh_size && farthest <= most_mesh_size)) return;
  throw ShapeError(
      fmt::format("the mesh must be {:g} to {:g} long and its coordinates not above, it is {:.3g} "
                  "long with coordinates up to {:.3g}; choose another unit",
                  least_mesh_size, most_mesh_size, side, farthest));
}

const MeshReport& Mesh::report() const { return arrays_->report; }

Mesh mesh_of_arrays(std::shared_ptr<const MeshArrays> arrays) {
  Mesh body;
  body.arrays_ = std::move(arrays);
  body.view_ = &body.arrays_->view;
  return body;
}

Mesh make_mesh(const TriangleMesh& source, const MeshOptions& options) {
  require_cells(options.cells);
  const PreparedMesh prepared = prepare(source, options.cells, options.surface);
  const OrientedMesh& mesh = prepared.mesh;
  if (prepared.crosses_itself && options.surface == MeshSurface::source) {
    throw ShapeError("the mesh crosses itself, so its facets cannot be kept");
  }
  if (!prepared.keep_facets || prepared.crosses_itself) {
    MeshParts parts = tessellated_mesh(prepared.lattice, mesh, options.threads);
    const double error = error_of(parts, prepared, options.threads);
    return mesh_of_arrays(from_tessellation(std::move(parts), mesh, error, options.threads));
  }
  auto body = assemble(kept_mesh(prepared.lattice, mesh, options.threads), options.threads);
  body->report.surface = MeshSurface::source;
  body->report.repairs = mesh.repairs;
  return mesh_of_arrays(std::move(body));
}

Mesh make_mesh(const ImplicitFunction& function, const BoundingBox<double>& box,
               const MeshOptions& options) {
  require_cells(options.cells);
  require_mesh_size(box);
  const MeshLattice lattice = lattice_around(box, options.cells);
  auto body = assemble(tessellated_function(lattice, function, options.threads), options.threads);
  body->report.surface = MeshSurface::tessellated;
  body->report.error = -1.0;
  return mesh_of_arrays(std::move(body));
}

Mesh make_mesh_within(const TriangleMesh& source, double error, MeshOptions options) {
  if (!(error > 0.0)) throw ShapeError("", "error", fmt::format("must be > 0, got {}", error));
  const PreparedMesh prepared = prepare(source, fewest_mesh_cells, MeshSurface::tessellated);
  const OrientedMesh& mesh = prepared.mesh;
  const BoundingBox<double> box = box_of_points(mesh.vertices);
  const auto attempt = [&](int cells) {
    return tessellated_mesh(lattice_around(box, cells), mesh, options.threads);
  };
  // Doubles the cells until the error is small enough, then bisects to 5 % of their number.
  constexpr int inverse_precision = 20;
  int too_few = 0, cells = fewest_mesh_cells;
  MeshParts parts = attempt(cells);
  double found = error_of(parts, prepared, options.threads);
  // A smooth surface of 1024 cells along a side is right to 1e-7 of it, one with edges to 1e-3.
  constexpr double least_error = 1e-8;
  const double side = max_norm(box.upper - box.lower);
  if (found > error && error < least_error * side) {
    throw ShapeError("", "error",
                     fmt::format("must be at least {:g} of the longest side, {:.6g}, got {}",
                                 least_error, side, error));
  }
  while (found > error) {
    if (cells == most_mesh_cells) {
      throw ShapeError(fmt::format("{} cells still leave an error of {:.3g}, more than {:.3g}",
                                   cells, found, error));
    }
    too_few = cells;
    cells = std::min(2 * cells, most_mesh_cells);
    parts = attempt(cells);
    found = error_of(parts, prepared, options.threads);
  }
  while (cells - too_few > 1 + cells / inverse_precision && too_few > 0) {
    const int middle = (cells + too_few) / 2;
    MeshParts fewer = attempt(middle);
    const double of_fewer = error_of(fewer, prepared, options.threads);
    if (of_fewer > error) {
      too_few = middle;
      continue;
    }
    cells = middle;
    parts = std::move(fewer);
    found = of_fewer;
  }
  return mesh_of_arrays(from_tessellation(std::move(parts), mesh, found, options.threads));
}

}  // namespace talus
