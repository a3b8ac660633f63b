// The kernels' view of a Mesh: a body in the discrete function representation, DFR (J. R. Williams
// and R. O'Connor, Discrete element simulation and the contact problem, 1999, P4, sections 3 to 5):
// any closed surface, concave, with holes and cavities, at four levels of detail.
//
//   1 bounding sphere   2 bounding box   3 cells   4 surface facets
//
// Level 3 is the paper's 3D-DFR structure. The box is cut into cells; a line of cells along x is a
// prism, a plane of prisms along y a slice, slices follow each other along z. Only the discrete
// bounding hull is kept: in every prism the cells from the first to the last that the surface
// passes through. Its layout is a ragged array described by offset/run-length pairs (Fig. 8):
//
//   slice map   one pair:             the slices of the hull
//   prism map   a pair per slice:     the prisms of the slice
//   cell map    a pair per prism:     the cells of the prism
//   stencil     an entry per cell:    the row of the cell in the descriptor table, or one of two
//                                     reserved values for a cell wholly inside or wholly outside
//
// so that a point finds its cell, and what is known of it, by three products, three floors and
// three loads, whatever the size of the body. A row of the descriptor table names the vertices, the
// edges and the facets in its cell.
//
// Beyond the paper: the signed distance to the facets, exact at the nodes of the lattice (the
// corners of all cells of the hull) and stored in a ragged array alike, for a distance of second
// order and a direction at any point of the hull, deep inside as well (distance.h); and a tree of
// boxes over the facets for points that are far away (tree.h). The facets, the signs of the nodes
// and their distances belong to one closed surface and agree with each other.
//
// All arrays are owned by a Mesh (mesh.h), which any number of instances share; there is no pose
// in here.
#pragma once

#include <cstdint>

#include "talus/primitive.h"

namespace talus {

enum class MeshCell { external, boundary, internal };  // the paper's X, B and I

// Reserved entries of the stencil; others are rows of the descriptor table.
inline constexpr std::int32_t mesh_internal = -1, mesh_external = -2;

// An offset/run-length pair, and where the run begins in the array of the next level: the sum of
// the runs before it.
struct MeshRun {
  std::int32_t offset{};  // in cells, from the origin of the discrete coordinates
  std::int32_t length{};
  std::int32_t start{};
};

// What a boundary cell holds of the body: all that is behind each of its facets' planes, all but
// what is in front of each of them, or something that the planes alone do not decide.
enum class MeshCellShape : std::int32_t { mixed, convex, concave };

// A boundary cell. Its lists end where those of the next row begin; the table has one more row.
struct MeshDescriptor {
  std::int32_t cell[3]{};       // discrete coordinates: cell, prism, slice
  std::int32_t first_vertex{};  // vertices first_vertex ... are those in the cell
  std::int32_t first_edge{};    // cell_edge[first_edge ...]: every edge that passes through
  std::int32_t first_facet{};   // cell_facet[first_facet ...]: every facet with a part in the cell
  std::int32_t code{};          // bit c is set if corner c (x + 2 y + 4 z) is inside: Fig. 6
  MeshCellShape shape{};
};

struct MeshFacet {
  std::int32_t vertex[3]{};  // counter-clockwise seen from outside
  std::int32_t edge[3]{};    // edge[k] joins vertex[k] and vertex[(k + 1) % 3]
};

struct MeshEdge {
  std::int32_t vertex[2]{};
  std::int32_t facet[2]{};  // facet[0] runs vertex[0] -> vertex[1], facet[1] the other way
};

template <class T>
struct MeshPlane {
  Vec3<T> normal;  // unit, outward; zero if the facet has no area
  T offset;        // normal . x = offset on the facet
};

// A row of lattice nodes along x: node i of the row is node_distance[start + i - offset].
struct MeshNodeRow {
  std::int32_t offset{};
  std::int32_t start{};
};

// The boxes of four children; a leaf's children are four facets. Rounded outward.
struct MeshTreeNode {
  float lower[3][4], upper[3][4];
};

inline constexpr int mesh_tree_levels =
    16;  // of four children each: more facets than int can count

// level[l] is the first node of level l; leaves are level 0, and leaf i holds facets 4 i to 4 i +
// 3, node i of a higher level the nodes 4 i to 4 i + 3 of the level below.
struct MeshTree {
  const MeshTreeNode* node{};
  std::int32_t level[mesh_tree_levels]{};
  std::int32_t height{};  // levels in use, the last of them the root alone
  std::int32_t facet_count{};
};

template <class T>
struct alignas(64) MeshView {
  // Level 3 first: what every query reads.
  Vec3<T> origin{};             // lower corner of the cell (0, 0, 0)
  Vec3<T> inverse_cell_size{};  // equation (4): index = floor((x - origin) / cell_size)
  MeshRun slice_map;
  const MeshRun* prism_map{};
  const MeshRun* cell_map{};
  const std::int32_t* stencil{};
  const MeshDescriptor* descriptor{};
  std::int32_t boundary_count{};  // rows of the descriptor table
  std::int32_t cells[3]{};        // cells of the whole grid along x, y and z
  Vec3<T> cell_size{};

  // Distances at the nodes: row (j, k) is node_row[(k - node_slice) * node_prisms + j -
  // node_prism].
  const MeshNodeRow* node_row{};
  const float* node_distance{};  // negative inside
  std::int32_t node_slice{}, node_prism{}, node_prisms{};

  // Levels 1 and 2.
  BoundingSphere<T> sphere;
  BoundingBox<T> box;

  // Level 4. Vertices are numbered by cell, facets by the tree.
  std::int32_t vertex_count{}, edge_count{}, facet_count{};
  const T *x{}, *y{}, *z{};
  const Vec3<T>* vertex_normal{};  // unit, outward: facet normals weighted by angle
  const T* vertex_area{};          // a third of the facets around it; all sum to the surface
  const MeshFacet* facet{};
  const MeshPlane<T>* facet_plane{};
  const MeshEdge* edge{};
  const std::int32_t* cell_edge{};
  const std::int32_t* cell_facet{};

  MeshTree tree;
  // Every vertex once, by the first leaf of the tree that has it: leaf i has
  // leaf_vertex[leaf_first_vertex[i] ...], up to where the next leaf's begin.
  const std::int32_t *leaf_first_vertex{}, *leaf_vertex{};
  T longest_edge{};
  T rounding{};  // the coordinates' rounding error, a length: what is closer is the same

  TALUS_HD Vec3<T> vertex(int i) const { return {x[i], y[i], z[i]}; }
  TALUS_HD Vec3<T> corner(int f, int k) const { return vertex(facet[f].vertex[k]); }
};

template <class T>
TALUS_HD BoundingSphere<T> bounding_sphere(const MeshView<T>& body) {
  return body.sphere;
}

template <class T>
TALUS_HD BoundingBox<T> bounding_box(const MeshView<T>& body) {
  return body.box;
}

}  // namespace talus
