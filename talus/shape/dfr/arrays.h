// The vectors behind a DfrView, and how they are filled: every file of this folder that takes
// DfrArrays& fills some of them.
#pragma once

#include <array>
#include <vector>

#include "talus/shape/dfr/cell_lists.h"
#include "talus/shape/dfr/dfr.h"
#include "talus/shape/dfr/facet_tree.h"

namespace talus {

struct DfrArrays {
  DfrView<double> view;
  DfrReport report;
  std::vector<DfrRun> prism_map, cell_map;
  std::vector<std::int32_t> stencil;
  std::vector<DfrDescriptor> descriptor;
  std::vector<DfrNodeRow> node_row;
  std::vector<float> node_distance;
  std::vector<double> x, y, z, vertex_area;
  std::vector<Vec3<double>> vertex_normal;
  std::vector<DfrFacet> facet;
  std::vector<DfrPlane<double>> facet_plane;
  std::vector<DfrEdge> edge;
  std::vector<std::int32_t> cell_edge, cell_facet;
  FacetTree tree;
  std::vector<std::int32_t> leaf_first_vertex, leaf_vertex;
};

// A closed surface and its place on the grid: all that a body is made from.
struct DfrParts {
  DfrLattice lattice;
  InsideBits inside;
  std::vector<Vec3<double>> vertices;
  std::vector<std::array<int, 3>> triangles, neighbour;
  std::vector<CellFacet> cell_facet;
  bool one_cell_each{};  // no facet is in two cells: the surface was tessellated
};

// In this order:
void fill_surface(DfrArrays& body, DfrParts& parts);  // facets, in tree order, edges, tree
void fill_stencil(DfrArrays& body, const DfrParts& parts);
void number_vertices_by_cell(DfrArrays& body, const DfrParts& parts);
void fill_leaf_vertices(DfrArrays& body);
void fill_cell_edges(DfrArrays& body, const DfrParts& parts);
void fill_normals(DfrArrays& body);
void fill_cell_shapes(DfrArrays& body);
void fill_distances(DfrArrays& body, const InsideBits& inside, int threads);

Dfr dfr_of_arrays(std::shared_ptr<const DfrArrays> arrays);

// All of them, the bounds, the view and the report's counts.
std::shared_ptr<DfrArrays> assemble(DfrParts parts, int threads);

}  // namespace talus
