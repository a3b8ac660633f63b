// The vectors behind a MeshView, and how they are filled: every file of this folder that takes
// MeshArrays& fills some of them.
#pragma once

#include <array>
#include <vector>

#include "talus/shape/mesh/cell_lists.h"
#include "talus/shape/mesh/facet_tree.h"
#include "talus/shape/mesh/mesh.h"

namespace talus {

struct MeshArrays {
  MeshView<double> view;
  MeshReport report;
  std::vector<MeshRun> prism_map, cell_map;
  std::vector<std::int32_t> stencil;
  std::vector<MeshDescriptor> descriptor;
  std::vector<MeshNodeRow> node_row;
  std::vector<float> node_distance;
  std::vector<double> x, y, z, vertex_area;
  std::vector<Vec3<double>> vertex_normal;
  std::vector<MeshFacet> facet;
  std::vector<MeshPlane<double>> facet_plane;
  std::vector<MeshEdge> edge;
  std::vector<std::int32_t> cell_edge, cell_facet;
  FacetTree tree;
  std::vector<std::int32_t> leaf_first_vertex, leaf_vertex;
};

// A closed surface and its grid cells, from which a body is built.
struct MeshParts {
  MeshLattice lattice;
  InsideBits inside;
  std::vector<Vec3<double>> vertices;
  std::vector<std::array<int, 3>> triangles, neighbour;
  std::vector<CellFacet> cell_facet;
  bool one_cell_each{};  // no facet is in two cells: the surface was tessellated
};

// In this order:
void fill_surface(MeshArrays& body, MeshParts& parts);  // facets, in tree order, edges, tree
void fill_stencil(MeshArrays& body, const MeshParts& parts);
void number_vertices_by_cell(MeshArrays& body, const MeshParts& parts);
void fill_leaf_vertices(MeshArrays& body);
void fill_cell_edges(MeshArrays& body, const MeshParts& parts);
void fill_normals(MeshArrays& body);
void fill_cell_shapes(MeshArrays& body);
void fill_distances(MeshArrays& body, const InsideBits& inside, int threads);

Mesh mesh_of_arrays(std::shared_ptr<const MeshArrays> arrays);

// All of them, the bounds, the view and the report's counts.
std::shared_ptr<MeshArrays> assemble(MeshParts parts, int threads);

}  // namespace talus
