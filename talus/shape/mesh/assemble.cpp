#include <fmt/format.h>

#include "talus/shape/mesh/arrays.h"
#include "talus/shape/smallest_sphere.h"

namespace talus {
namespace {

template <class T>
std::size_t bytes_of(const std::vector<T>& values) {
  return values.size() * sizeof(T);
}

void show_surface(MeshArrays& body) {
  MeshView<double>& view = body.view;
  view.vertex_count = static_cast<std::int32_t>(body.x.size());
  view.edge_count = static_cast<std::int32_t>(body.edge.size());
  view.facet_count = static_cast<std::int32_t>(body.facet.size());
  view.x = body.x.data();
  view.y = body.y.data();
  view.z = body.z.data();
  view.vertex_normal = body.vertex_normal.data();
  view.vertex_area = body.vertex_area.data();
  view.facet = body.facet.data();
  view.facet_plane = body.facet_plane.data();
  view.edge = body.edge.data();
  view.cell_edge = body.cell_edge.data();
  view.cell_facet = body.cell_facet.data();
  view.tree = body.tree.view();
  view.leaf_first_vertex = body.leaf_first_vertex.data();
  view.leaf_vertex = body.leaf_vertex.data();
}

void fill_bounds(MeshArrays& body, const std::vector<Vec3<double>>& vertices) {
  body.view.box = box_of_points(vertices);
  body.view.sphere = smallest_sphere(vertices);
  constexpr double units = 16.0;  // a few operations on coordinates
  body.view.rounding = units * epsilon_of<double>() *
                       larger(max_norm(body.view.box.lower), max_norm(body.view.box.upper));
}

void fill_report(MeshArrays& body) {
  MeshReport& report = body.report;
  report.boundary_cells = body.view.boundary_count;
  report.internal_cells = static_cast<int>(std::ranges::count(body.stencil, mesh_internal));
  report.external_cells = static_cast<int>(std::ranges::count(body.stencil, mesh_external));
  report.stencil_memory =
      sizeof(MeshRun) + bytes_of(body.prism_map) + bytes_of(body.cell_map) + bytes_of(body.stencil);
  report.dense_memory = sizeof(std::int32_t) * static_cast<std::size_t>(body.view.cells[0]) *
                        static_cast<std::size_t>(body.view.cells[1]) *
                        static_cast<std::size_t>(body.view.cells[2]);
  report.memory = sizeof(MeshArrays) + report.stencil_memory + bytes_of(body.descriptor) +
                  bytes_of(body.node_row) + bytes_of(body.node_distance) + 4 * bytes_of(body.x) +
                  bytes_of(body.vertex_normal) + bytes_of(body.facet) + bytes_of(body.facet_plane) +
                  bytes_of(body.edge) + bytes_of(body.cell_edge) + bytes_of(body.cell_facet) +
                  bytes_of(body.tree.nodes) + bytes_of(body.leaf_first_vertex) +
                  bytes_of(body.leaf_vertex);
}

}  // namespace

std::shared_ptr<MeshArrays> assemble(MeshParts parts, int threads) {
  auto body = std::make_shared<MeshArrays>();
  fill_surface(*body, parts);
  fill_stencil(*body, parts);
  number_vertices_by_cell(*body, parts);
  fill_leaf_vertices(*body);
  fill_cell_edges(*body, parts);
  fill_normals(*body);
  body->view.descriptor = body->descriptor.data();
  show_surface(*body);
  fill_bounds(*body, parts.vertices);
  fill_cell_shapes(*body);
  fill_distances(*body, parts.inside, threads);
  fill_report(*body);
  return body;
}

}  // namespace talus
