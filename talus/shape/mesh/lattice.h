// The sampling grid of a body while it is made: cells of one size around a box, and a bit per node
// that is set inside.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "talus/primitive.h"

namespace talus {

struct MeshLattice {
  Vec3<double> origin{}, cell_size{};
  int cells[3]{};  // along x, y, z; there is one more node along each

  Vec3<double> node(int i, int j, int k) const {
    return origin + multiply_componentwise({double(i), double(j), double(k)}, cell_size);
  }
  std::int64_t cell_number(int i, int j, int k) const {  // in scan-line order
    return (static_cast<std::int64_t>(k) * cells[1] + j) * cells[0] + i;
  }
  std::int64_t cell_count() const { return cell_number(0, 0, cells[2]); }
};

// `along` cells on the longest side, cubes, the box in the middle with at least half a cell around
// it: a face of the box, where bodies like to have facets, then lies in the middle of cells and not
// between them.
inline MeshLattice lattice_around(const BoundingBox<double>& box, int along) {
  const Vec3<double> extent = box.upper - box.lower;
  const double size = max_norm(extent) / (along - 1);
  MeshLattice lattice;
  lattice.cell_size = {size, size, size};
  for (int axis = 0; axis < 3; ++axis) {
    constexpr double rounding = 1e-9;  // of a cell: the longest side has just `along`
    lattice.cells[axis] = static_cast<int>(std::ceil(extent[axis] / size - rounding)) + 1;
    lattice.origin[axis] = 0.5 * (box.lower[axis] + box.upper[axis]) -
                           0.5 * (size * static_cast<double>(lattice.cells[axis]));
  }
  return lattice;
}

// A bit per node; rows of nodes begin at whole words, so that threads can write different rows.
class InsideBits {
 public:
  explicit InsideBits(const MeshLattice& lattice)
      : row_words_((lattice.cells[0] + 64) / 64),
        rows_(lattice.cells[1] + 1),
        words_(static_cast<std::size_t>(row_words_) * rows_ * (lattice.cells[2] + 1)) {}

  bool at(int i, int j, int k) const { return words_[word(i, j, k)] >> (i & 63) & 1; }
  void set(int i, int j, int k) { words_[word(i, j, k)] |= std::uint64_t{1} << (i & 63); }

  // Bit b: the corners of cell 64 * word + b do not all have one sign.
  std::uint64_t mixed_cells(int w, int j, int k) const {
    std::uint64_t any = 0, all = ~std::uint64_t{0}, next_any = 0, next_all = 1;
    for (int row = 0; row < 4; ++row) {
      const std::size_t at = word(64 * w, j + (row & 1), k + (row >> 1));
      any |= words_[at];
      all &= words_[at];
      const std::uint64_t after = w + 1 < row_words_ ? words_[at + 1] & 1 : 0;
      next_any |= after;
      next_all &= after;
    }
    return (any | any >> 1 | next_any << 63) & ~(all & (all >> 1 | next_all << 63));
  }

  // Bit c = x + 2 y + 4 z: corner c of the cell is inside.
  int code_of_cell(int i, int j, int k) const {
    int code = 0;
    for (int c = 0; c < 8; ++c) {
      code |= static_cast<int>(at(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2 & 1))) << c;
    }
    return code;
  }

 private:
  std::size_t word(int i, int j, int k) const {
    return (static_cast<std::size_t>(k) * rows_ + j) * row_words_ + (i >> 6);
  }

  int row_words_, rows_;
  std::vector<std::uint64_t> words_;
};

inline BoundingBox<double> box_of_points(const std::vector<Vec3<double>>& points) {
  BoundingBox<double> box{points.front(), points.front()};
  for (const Vec3<double>& p : points) {
    for (int axis = 0; axis < 3; ++axis) {
      box.lower[axis] = std::min(box.lower[axis], p[axis]);
      box.upper[axis] = std::max(box.upper[axis], p[axis]);
    }
  }
  return box;
}

}  // namespace talus
