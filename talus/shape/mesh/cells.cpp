// The cells of a body: maps, stencil, descriptor table and the lists of each cell.
#include <algorithm>
#include <limits>

#include "talus/error.h"
#include "talus/shape/mesh/arrays.h"
#include "talus/shape/mesh/stencil.h"
#include "talus/shape/mesh/stencil_builder.h"

namespace talus {
namespace {

// The view of the cells alone, as far as they are filled.
void show_cells(MeshArrays& body) {
  body.view.prism_map = body.prism_map.data();
  body.view.cell_map = body.cell_map.data();
  body.view.stencil = body.stencil.data();
  body.view.descriptor = body.descriptor.data();
  body.view.boundary_count = static_cast<std::int32_t>(body.descriptor.size()) - 1;
}

}  // namespace

void fill_stencil(MeshArrays& body, const MeshParts& parts) {
  const MeshLattice& lattice = parts.lattice;
  StencilBuilder builder;
  auto next = parts.cell_facet.begin();
  const auto end = parts.cell_facet.end();
  for (int k = 0; k < lattice.cells[2]; ++k) {
    for (int j = 0; j < lattice.cells[1]; ++j) {
      const std::int64_t row_end = lattice.cell_number(0, j + 1, k);
      const bool has_cells = next != end && next->cell < row_end;
      for (int i = 0; has_cells && i < lattice.cells[0]; ++i) {
        const std::int64_t cell = lattice.cell_number(i, j, k);
        if (next == end || next->cell != cell) {
          builder.add_cell(parts.inside.at(i, j, k) ? mesh_internal : mesh_external);
          continue;
        }
        MeshDescriptor row;
        row.cell[0] = i, row.cell[1] = j, row.cell[2] = k;
        row.first_facet = static_cast<std::int32_t>(body.cell_facet.size());
        row.code = parts.inside.code_of_cell(i, j, k);
        builder.add_cell(static_cast<std::int32_t>(body.descriptor.size()));
        body.descriptor.push_back(row);
        for (; next != end && next->cell == cell; ++next) body.cell_facet.push_back(next->facet);
      }
      builder.end_prism();
    }
    builder.end_slice();
  }
  builder.finish();
  MeshDescriptor last;
  last.first_facet = static_cast<std::int32_t>(body.cell_facet.size());
  body.descriptor.push_back(last);
  body.view.slice_map = builder.slice_map;
  body.prism_map = std::move(builder.prism_map);
  body.cell_map = std::move(builder.cell_map);
  body.stencil = std::move(builder.stencil);
  body.view.origin = lattice.origin;
  body.view.cell_size = lattice.cell_size;
  for (int axis = 0; axis < 3; ++axis) {
    body.view.inverse_cell_size[axis] = 1.0 / lattice.cell_size[axis];
    body.view.cells[axis] = lattice.cells[axis];
  }
  show_cells(body);
}

void number_vertices_by_cell(MeshArrays& body, const MeshParts& parts) {
  const std::size_t count = parts.vertices.size();
  std::vector<std::int32_t> row(count);
  for (std::size_t v = 0; v < count; ++v) {
    row[v] = stencil_entry(body.view, cell_of(body.view, parts.vertices[v]));
  }
  // A vertex that rounding puts into a cell without facets belongs to a cell of one of its facets.
  for (std::int32_t r = 0; r < body.view.boundary_count; ++r) {
    for (int i = body.descriptor[r].first_facet; i < body.descriptor[r + 1].first_facet; ++i) {
      for (const std::int32_t v : body.facet[body.cell_facet[i]].vertex) {
        if (row[v] < 0) row[v] = r;
      }
    }
  }
  std::vector<std::int32_t> first(body.descriptor.size() + 1, 0), new_index(count);
  for (const std::int32_t r : row) ++first[r + 1];
  for (std::size_t r = 1; r < first.size(); ++r) first[r] += first[r - 1];
  for (std::size_t r = 0; r < body.descriptor.size(); ++r)
    body.descriptor[r].first_vertex = first[r];
  for (std::size_t v = 0; v < count; ++v) new_index[v] = first[row[v]]++;
  body.x.resize(count), body.y.resize(count), body.z.resize(count);
  for (std::size_t v = 0; v < count; ++v) {
    body.x[new_index[v]] = parts.vertices[v].x;
    body.y[new_index[v]] = parts.vertices[v].y;
    body.z[new_index[v]] = parts.vertices[v].z;
  }
  for (MeshFacet& facet : body.facet) {
    for (std::int32_t& v : facet.vertex) v = new_index[v];
  }
  for (MeshEdge& edge : body.edge) {
    for (std::int32_t& v : edge.vertex) v = new_index[v];
  }
}

// Facets of one cell each: every edge once, with the first of its facets. Else in all cells that it
// passes through, which are among those of its facets.
void fill_cell_edges(MeshArrays& body, const MeshParts& parts) {
  std::vector<std::int32_t> seen(body.edge.size(), -1);
  const auto vertex = [&body](int v) { return Vec3<double>{body.x[v], body.y[v], body.z[v]}; };
  for (std::int32_t r = 0; r + 1 < static_cast<std::int32_t>(body.descriptor.size()); ++r) {
    MeshDescriptor& row = body.descriptor[r];
    row.first_edge = static_cast<std::int32_t>(body.cell_edge.size());
    const CellBox box = box_of_cell(parts.lattice, row.cell[0], row.cell[1], row.cell[2]);
    for (int i = row.first_facet; i < body.descriptor[r + 1].first_facet; ++i) {
      for (const std::int32_t e : body.facet[body.cell_facet[i]].edge) {
        if (seen[e] == r || (parts.one_cell_each && seen[e] >= 0)) continue;
        seen[e] = r;
        const MeshEdge& edge = body.edge[e];
        if (parts.one_cell_each ||
            segment_meets_box(box, vertex(edge.vertex[0]), vertex(edge.vertex[1]))) {
          body.cell_edge.push_back(e);
        }
      }
    }
  }
  body.descriptor.back().first_edge = static_cast<std::int32_t>(body.cell_edge.size());
}

}  // namespace talus
