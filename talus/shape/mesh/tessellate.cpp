#include "talus/shape/mesh/tessellate.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "talus/error.h"
#include "talus/parallel/interrupt.h"
#include "talus/shape/mesh/voxel_topology.h"

namespace talus {
namespace {

// Corners stay this part of a cell away from the nodes, so that no facet loses its area.
constexpr double least_step = 1e-4;

struct OpenSide {
  int low, high, triangle, corner;
};

class Tessellation {
 public:
  Tessellation(MeshParts& parts, const EdgeCrossing& crossing)
      : parts_(parts), crossing_(crossing) {
    const MeshLattice& lattice = parts_.lattice;
    row_ = lattice.cells[0] + 1;
    const std::size_t nodes = static_cast<std::size_t>(row_) * (lattice.cells[1] + 1);
    for (std::vector<int>& layer : edge_vertex_) layer.assign(3 * nodes, -1);
  }

  void add_slice(int k) {
    const MeshLattice& lattice = parts_.lattice;
    for (int j = 0; j < lattice.cells[1]; ++j) {
      for (int word = 0; 64 * word < lattice.cells[0]; ++word) {
        for (std::uint64_t mixed = parts_.inside.mixed_cells(word, j, k); mixed != 0;
             mixed &= mixed - 1) {
          add_voxel(64 * word + std::countr_zero(mixed), j, k);
        }
      }
    }
    std::swap(edge_vertex_[0], edge_vertex_[1]);
    std::ranges::fill(edge_vertex_[1], -1);
  }

  // Every side on a face of a voxel belongs to one facet of either voxel.
  void join_sides() {
    std::ranges::sort(sides_, [](const OpenSide& a, const OpenSide& b) {
      return std::array{a.low, a.high, a.triangle} < std::array{b.low, b.high, b.triangle};
    });
    for (std::size_t i = 0; i + 1 < sides_.size(); i += 2) {
      const OpenSide &a = sides_[i], &b = sides_[i + 1];
      parts_.neighbour[a.triangle][a.corner] = b.triangle;
      parts_.neighbour[b.triangle][b.corner] = a.triangle;
    }
  }

 private:
  void add_voxel(int i, int j, int k) {
    const VoxelLoops& loops = voxel_table[parts_.inside.code_of_cell(i, j, k)];
    int next = 0;
    for (int l = 0; l < loops.loop_count; ++l) {
      int vertex[12];
      const int length = loops.length[l];
      for (int n = 0; n < length; ++n) vertex[n] = vertex_on(loops.edge[next++], i, j, k);
      add_loop(vertex, length, parts_.lattice.cell_number(i, j, k));
    }
  }

  // A fan; a loop of four is cut along its shorter diagonal.
  void add_loop(int* vertex, int length, std::int64_t cell) {
    const std::vector<Vec3<double>>& v = parts_.vertices;
    if (length == 4 &&
        norm_squared(v[vertex[1]] - v[vertex[3]]) < norm_squared(v[vertex[0]] - v[vertex[2]])) {
      std::rotate(vertex, vertex + 1, vertex + 4);
    }
    for (int n = 1; n + 1 < length; ++n) {
      const int t = static_cast<int>(parts_.triangles.size());
      parts_.triangles.push_back({vertex[0], vertex[n], vertex[n + 1]});
      parts_.cell_facet.push_back({cell, t});
      parts_.neighbour.push_back({t - 1, -1, t + 1});
      if (n == 1) open_side(t, 0);
      open_side(t, 1);
      if (n + 2 == length) open_side(t, 2);
    }
  }

  void open_side(int t, int corner) {
    const int from = parts_.triangles[t][corner], to = parts_.triangles[t][(corner + 1) % 3];
    sides_.push_back({std::min(from, to), std::max(from, to), t, corner});
  }

  int vertex_on(int e, int i, int j, int k) {
    const VoxelEdge edge = voxel_edge(e);
    const int x = i + (edge.corner & 1), y = j + (edge.corner >> 1 & 1), above = edge.corner >> 2;
    int& number = edge_vertex_[above][3 * (static_cast<std::size_t>(y) * row_ + x) + edge.axis];
    if (number < 0) {
      number = static_cast<int>(parts_.vertices.size());
      Vec3<double> p = parts_.lattice.node(x, y, k + above);
      const double step =
          std::clamp(crossing_(edge.axis, x, y, k + above), least_step, 1.0 - least_step);
      p[edge.axis] += step * parts_.lattice.cell_size[edge.axis];
      parts_.vertices.push_back(p);
    }
    return number;
  }

  MeshParts& parts_;
  const EdgeCrossing& crossing_;
  int row_ = 0;
  std::vector<int> edge_vertex_[2];  // by node and axis, of the slice's lower and upper nodes
  std::vector<OpenSide> sides_;
};

void require_free_rim(const MeshParts& parts) {
  const int* cells = parts.lattice.cells;
  for (int k = 0; k <= cells[2]; ++k) {
    for (int j = 0; j <= cells[1]; ++j) {
      const bool rim_row = j == 0 || j == cells[1] || k == 0 || k == cells[2];
      for (int i = 0; i <= cells[0]; i += rim_row ? 1 : cells[0]) {
        if (!parts.inside.at(i, j, k)) continue;
        const Vec3<double> p = parts.lattice.node(i, j, k);
        throw ShapeError(
            fmt::format("the body reaches the rim of its box at ({:.6g}, {:.6g}, {:.6g}): it is "
                        "not closed there",
                        p.x, p.y, p.z));
      }
    }
  }
}

}  // namespace

MeshParts tessellate(const MeshLattice& lattice, InsideBits inside, const EdgeCrossing& crossing) {
  MeshParts parts{lattice, std::move(inside), {}, {}, {}, {}, true};
  require_free_rim(parts);
  Tessellation tessellation(parts, crossing);
  for (int k = 0; k < lattice.cells[2]; ++k) {
    check_interrupt();
    tessellation.add_slice(k);
  }
  tessellation.join_sides();
  if (parts.triangles.empty()) {
    throw ShapeError("no node of the lattice is inside the body: more cells are needed");
  }
  return parts;
}

}  // namespace talus
