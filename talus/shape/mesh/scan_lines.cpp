#include "talus/shape/mesh/scan_lines.h"

#include "talus/parallel/interrupt_counter.h"

namespace talus {
namespace {

struct LineCrossing {
  std::size_t line;
  Crossing crossing;
};

// The lines that may cross a triangle: nodes within its extent.
struct NodeRange {
  int first, last;
};

NodeRange nodes_between(double low, double high, double origin, double size, int cells) {
  return {std::max(0, static_cast<int>(std::floor((low - origin) / size))),
          std::min(cells, static_cast<int>(std::ceil((high - origin) / size)))};
}

}  // namespace

ScanLines::ScanLines(const MeshLattice& lattice, int axis,
                     const std::vector<Vec3<double>>& vertices,
                     const std::vector<std::array<int, 3>>& triangles) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  lines_u_ = lattice.cells[u] + 1;
  std::vector<LineCrossing> found;
  InterruptCounter interrupt;
  for (const std::array<int, 3>& t : triangles) {
    interrupt();
    const Vec3<double>&a = vertices[t[0]], &b = vertices[t[1]], &c = vertices[t[2]];
    const auto [low_u, high_u] = std::minmax({a[u], b[u], c[u]});
    const auto [low_v, high_v] = std::minmax({a[v], b[v], c[v]});
    const NodeRange along_u =
        nodes_between(low_u, high_u, lattice.origin[u], lattice.cell_size[u], lattice.cells[u]);
    const NodeRange along_v =
        nodes_between(low_v, high_v, lattice.origin[v], lattice.cell_size[v], lattice.cells[v]);
    for (int j = along_v.first; j <= along_v.last; ++j) {
      for (int i = along_u.first; i <= along_u.last; ++i) {
        const AxisLine at{axis, lattice.origin[u] + static_cast<double>(i) * lattice.cell_size[u],
                          lattice.origin[v] + static_cast<double>(j) * lattice.cell_size[v]};
        if (const auto crossing = crossing_of(at, a, b, c))
          found.push_back({line(i, j), *crossing});
      }
    }
  }
  std::ranges::sort(found, [&](const LineCrossing& a, const LineCrossing& b) {
    interrupt();
    if (a.line != b.line) return a.line < b.line;
    if (a.crossing.at != b.crossing.at) return a.crossing.at < b.crossing.at;
    return a.crossing.turn < b.crossing.turn;
  });
  start_.assign(static_cast<std::size_t>(lines_u_) * (lattice.cells[v] + 1) + 1, 0);
  for (const LineCrossing& c : found) ++start_[c.line + 1];
  for (std::size_t l = 1; l < start_.size(); ++l) start_[l] += start_[l - 1];
  crossing_.reserve(found.size());
  for (const LineCrossing& c : found) crossing_.push_back(c.crossing);
}

InsideBits inside_nodes(const MeshLattice& lattice, const ScanLines& lines) {
  InsideBits inside(lattice);
  for (int k = 0; k <= lattice.cells[2]; ++k) {
    for (int j = 0; j <= lattice.cells[1]; ++j) {
      const Crossing *next = lines.begin(j, k), *end = lines.end(j, k);
      int winding = 0;
      for (int i = 0; next != end && i <= lattice.cells[0]; ++i) {
        const double x = lattice.node(i, j, k).x;
        for (; next != end && next->at < x; ++next) winding += next->turn;
        if (winding != 0) inside.set(i, j, k);
      }
    }
  }
  return inside;
}

}  // namespace talus
