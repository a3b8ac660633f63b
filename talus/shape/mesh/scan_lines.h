// Where the lines of lattice nodes along one axis cross a closed surface, and which nodes are
// inside.
//
// The winding number of every node is a whole number (line_crossing.h). Inside is where it is not
// zero: for surfaces that intersect themselves, that is the union of their parts.
#pragma once

#include <array>
#include <vector>

#include "talus/shape/mesh/lattice.h"
#include "talus/shape/mesh/line_crossing.h"

namespace talus {

class ScanLines {
 public:
  ScanLines() = default;
  // Lines along `axis` through the nodes; (u, v) are the other two axes in cyclic order.
  ScanLines(const MeshLattice& lattice, int axis, const std::vector<Vec3<double>>& vertices,
            const std::vector<std::array<int, 3>>& triangles);

  // In increasing order.
  const Crossing* begin(int u, int v) const { return crossing_.data() + start_[line(u, v)]; }
  const Crossing* end(int u, int v) const { return crossing_.data() + start_[line(u, v) + 1]; }

 private:
  std::size_t line(int u, int v) const { return static_cast<std::size_t>(v) * lines_u_ + u; }

  int lines_u_ = 0;
  std::vector<Crossing> crossing_;
  std::vector<std::size_t> start_;
};

// From lines along x.
InsideBits inside_nodes(const MeshLattice& lattice, const ScanLines& lines);

}  // namespace talus
