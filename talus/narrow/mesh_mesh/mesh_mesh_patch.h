// The pieces of a contact set grouped into patches.
//
// Pieces are collected in cubes, two cells wide, one node for those with similar normals (the two
// faces of a thin wall are two nodes). Nodes of the same or of adjoining cubes whose normals are
// not opposite belong together. The cubes are found by a hash table with links, the groups by union
// and find: linear in the number of pieces, without allocation.
//
// The surfaces of A inside B and of B inside A bound a patch from both sides. Its volume is theirs
// by the divergence theorem, summed about its centroid; its area the mean of the two.
#pragma once

#include "talus/manifold.h"
#include "talus/narrow/mesh_mesh/contact_set.h"

namespace talus::mesh_mesh {

// Pieces of one cube with similar normals.
template <class T>
struct PieceNode {
  Vec3<T> normal{};  // of the first of them
  int x{}, y{}, z{};
  std::int32_t link = -1;  // the next node of the same bucket
  std::int32_t group{};
};

// The caller's storage for grouping: as many nodes and entries of patch_of as pieces, and a
// table whose size is a power of two, best about as many.
template <class T>
struct GroupingScratch {
  PieceNode<T>* node{};
  std::int32_t* patch_of{};  // afterwards, the patch of every piece
  std::int32_t* table{};
  int table_size{};
};

template <class T>
TALUS_HD int find_group(PieceNode<T>* node, int i) {
  while (node[i].group != i) i = node[i].group = node[node[i].group].group;
  return i;
}

// The smaller number leads, whatever the order of unions.
template <class T>
TALUS_HD void unite(PieceNode<T>* node, int i, int j) {
  const int p = find_group(node, i), q = find_group(node, j);
  node[later(p, q)].group = earlier(p, q);
}

TALUS_HD inline int bucket_of(int x, int y, int z, int table_size) {
  const auto mixed = static_cast<std::uint32_t>(x) * 73856093u ^
                     static_cast<std::uint32_t>(y) * 19349663u ^
                     static_cast<std::uint32_t>(z) * 83492791u;
  return static_cast<int>((mixed ^ mixed >> 15) & static_cast<std::uint32_t>(table_size - 1));
}

struct Cube {
  int x, y, z;
};

template <class T>
TALUS_HD Cube cube_of(const Vec3<T>& p, const Vec3<T>& origin, const T& inverse_size) {
  const Vec3<T> w = inverse_size * (p - origin);
  return {mesh_floor(w.x), mesh_floor(w.y), mesh_floor(w.z)};
}

// Two directions are opposite if their angle is more than 120 degrees.
template <class T>
TALUS_HD bool same_side(const Vec3<T>& n, const Vec3<T>& m) {
  constexpr T cosine_of_120_degrees = T(-0.5);
  return dot(n, m) > cosine_of_120_degrees;
}

// The node of the cube that a piece with this normal belongs to, or -1.
template <class T>
TALUS_HD int find_node(const GroupingScratch<T>& scratch, const Cube& cube, const Vec3<T>& normal) {
  int n = scratch.table[bucket_of(cube.x, cube.y, cube.z, scratch.table_size)];
  for (; n >= 0; n = scratch.node[n].link) {
    const PieceNode<T>& node = scratch.node[n];
    if (node.x == cube.x && node.y == cube.y && node.z == cube.z &&
        dot(node.normal, normal) > T(0)) {
      return n;
    }
  }
  return -1;
}

// A new node, united with those around it.
template <class T>
TALUS_HD void add_node(const GroupingScratch<T>& scratch, const Cube& cube, const Vec3<T>& normal,
                       int number) {
  PieceNode<T>& added = scratch.node[number];
  added = {normal, cube.x, cube.y, cube.z, -1, number};
  for (int k = 0; k < 27; ++k) {
    const Cube d{cube.x + k % 3 - 1, cube.y + k / 3 % 3 - 1, cube.z + k / 9 - 1};
    int n = scratch.table[bucket_of(d.x, d.y, d.z, scratch.table_size)];
    for (; n >= 0; n = scratch.node[n].link) {
      const PieceNode<T>& node = scratch.node[n];
      if (node.x == d.x && node.y == d.y && node.z == d.z && same_side(normal, node.normal)) {
        unite(scratch.node, number, n);
      }
    }
  }
  std::int32_t& head = scratch.table[bucket_of(cube.x, cube.y, cube.z, scratch.table_size)];
  added.link = head;
  head = number;
}

// Fills patch_of; the number of patches, which are numbered in the order of their first pieces.
template <class T>
TALUS_HD int group_pieces(const Piece<T>* piece, int count, const T& cube_size,
                          const GroupingScratch<T>& scratch) {
  if (count == 0) return 0;
  Vec3<T> origin = piece[0].centroid;
  for (int i = 1; i < count; ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      origin[axis] = smaller(origin[axis], piece[i].centroid[axis]);
    }
  }
  for (int i = 0; i < scratch.table_size; ++i) scratch.table[i] = -1;
  const T inverse_size = T(1) / cube_size;
  int nodes = 0;
  for (int i = 0; i < count; ++i) {
    const Cube cube = cube_of(piece[i].centroid, origin, inverse_size);
    int n = find_node(scratch, cube, piece[i].normal);
    if (n < 0) add_node(scratch, cube, piece[i].normal, n = nodes++);
    scratch.patch_of[i] = n;
  }
  int patches = 0;
  for (int n = 0; n < nodes; ++n) {  // leaders come first in their groups; link is free by now
    const int leader = find_group(scratch.node, n);
    scratch.node[n].link = leader == n ? patches++ : scratch.node[leader].link;
  }
  for (int i = 0; i < count; ++i) scratch.patch_of[i] = scratch.node[scratch.patch_of[i]].link;
  return patches;
}

// Sums up the pieces of each patch; at most `capacity` patches are written.
template <class T>
TALUS_HD void sum_patches(const Piece<T>* piece, int count, const std::int32_t* patch_of,
                          ContactPatch<T>* patch, int capacity) {
  int patches = 0;
  for (int i = 0; i < count; ++i) {
    const int k = patch_of[i];
    if (k >= capacity) continue;
    if (k >= patches) patch[k] = {}, patches = k + 1;
    ContactPatch<T>& sum = patch[k];
    const Piece<T>& p = piece[i];
    ++sum.pieces;
    sum.area += T(0.5) * p.area;
    sum.centroid = sum.centroid + (T(0.5) * p.area) * p.centroid;
    sum.force_point = sum.force_point + p.depth_integral * p.centroid;
    const Vec3<T> force = (T(0.5) * p.depth_integral) * p.normal;  // each surface has half
    sum.depth_integral = sum.depth_integral + force;
    sum.moment = sum.moment + cross(p.centroid, force);
    sum.volume += p.depth_integral;  // the weights of force_point, for now
    if (p.depth > sum.depth) sum.depth = p.depth, sum.deepest = p.deepest;
  }
  for (int k = 0; k < patches; ++k) {
    ContactPatch<T>& sum = patch[k];
    sum.centroid = sum.area > T(0) ? sum.centroid / sum.area : sum.deepest;
    sum.force_point = sum.volume > T(0) ? sum.force_point / sum.volume : sum.centroid;
    const T length = norm(sum.depth_integral);
    sum.normal = length > T(0) ? sum.depth_integral / length : Vec3<T>{};
    sum.volume = T(0);
  }
  for (int i = 0; i < count; ++i) {
    if (patch_of[i] >= capacity) continue;
    ContactPatch<T>& sum = patch[patch_of[i]];
    sum.volume += dot(piece[i].outward, piece[i].centroid - sum.centroid) * piece[i].area / T(3);
  }
}

}  // namespace talus::mesh_mesh
