// The topology of a surface in a voxel, from the signs of its eight corners (P4, Fig. 6): for
// each of the 256 codes the closed loops over the voxel's cut edges.
//
// Derived, not listed. Going around a face counter-clockwise as seen from outside the voxel, every
// run of inside corners is entered over one cut edge and left over another; the surface joins the
// two. A cut edge is entered on one of its two faces and left on the other, so the joints form
// loops, and they run counter-clockwise seen from outside the body. On a face with two diagonal
// inside corners each is cut off alone. Which joints a face has depends on its own four corners
// only: neighbouring voxels agree, and the surface is closed.
#pragma once

#include <array>
#include <cstdint>

namespace talus {

// Edge 4 a + b is parallel to axis a; b = u + 2 v is its position on the next two axes (cyclic).
struct VoxelEdge {
  int axis, corner;  // corner x + 2 y + 4 z: the lower end
};

constexpr VoxelEdge voxel_edge(int e) {
  const int axis = e / 4, u = (axis + 1) % 3, v = (axis + 2) % 3;
  return {axis, ((e & 1) << u) | ((e >> 1 & 1) << v)};
}

constexpr int edge_between(int from, int to) {
  const int difference = from ^ to, axis = difference == 1 ? 0 : (difference == 2 ? 1 : 2);
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  return 4 * axis + (from >> u & 1) + 2 * (from >> v & 1);
}

struct VoxelLoops {
  std::int8_t loop_count = 0;
  std::int8_t length[4] = {};  // of each loop, at least 3
  std::int8_t edge[12] = {};   // loop by loop
};

constexpr VoxelLoops loops_of_code(int code) {
  int next[12] = {};
  for (int& n : next) n = -1;
  for (int face = 0; face < 6; ++face) {
    const int axis = face / 2, side = face % 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
    // Counter-clockwise about +axis is u then v; seen from outside the lower face it is the
    // reverse.
    int ring[4] = {0, 1 << u, (1 << u) | (1 << v), 1 << v};
    if (side == 0) {
      ring[1] = 1 << v;
      ring[3] = 1 << u;
    }
    for (int& corner : ring) corner |= side << axis;
    const auto inside = [&](int n) { return (code >> ring[n & 3] & 1) != 0; };
    for (int n = 0; n < 4; ++n) {
      if (inside(n) || !inside(n + 1)) continue;  // enters at n -> n + 1
      int last = n + 1;
      while (inside(last + 1)) ++last;
      next[edge_between(ring[n & 3], ring[(n + 1) & 3])] =
          edge_between(ring[last & 3], ring[(last + 1) & 3]);
    }
  }
  VoxelLoops loops;
  int count = 0;
  for (int start = 0; start < 12; ++start) {
    if (next[start] < 0) continue;
    const int first = count;
    for (int e = start; next[e] >= 0;) {
      loops.edge[count++] = static_cast<std::int8_t>(e);
      const int following = next[e];
      next[e] = -1;
      e = following;
    }
    loops.length[loops.loop_count++] = static_cast<std::int8_t>(count - first);
  }
  return loops;
}

constexpr std::array<VoxelLoops, 256> make_voxel_table() {
  std::array<VoxelLoops, 256> table{};
  for (int code = 0; code < 256; ++code) table[code] = loops_of_code(code);
  return table;
}

inline constexpr std::array<VoxelLoops, 256> voxel_table = make_voxel_table();

}  // namespace talus
