// Equal rectilinear cells over a region: which cell a point lies in. Moving a point up an axis
// never takes it to a lower cell, so that boxes that overlap always share one. Points outside of
// the region belong to the cells at its border.
#pragma once

#include <array>
#include <cstddef>

#include "talus/broad/scene.h"

namespace talus::broad {

using Cell = std::array<int, 3>;

class Lattice {
 public:
  // Cells no shorter than `edge` along every axis, and at most `most_cells` of them: longer ones
  // where it takes that. An axis along which the region has no finite, positive length gets one
  // cell.
  Lattice(const BoundingBox<double>& region, const Vec3<double>& edge, double most_cells);

  std::size_t count() const { return std::size_t(size_[0]) * size_[1] * size_[2]; }
  Cell cell_of(const Vec3<double>& point) const {
    return {along(0, point.x), along(1, point.y), along(2, point.z)};
  }
  std::size_t number_of(const Cell& cell) const {
    return (std::size_t(cell[2]) * size_[1] + cell[1]) * size_[0] + cell[0];
  }
  // Half as many cells along every axis.
  void coarsen();

 private:
  int along(int axis, double x) const {
    const double cell = (x - origin_[axis]) * cells_per_length_[axis];
    if (!(cell >= 1)) return 0;  // also where a difference is not finite, and there is one cell
    return cell < size_[axis] ? static_cast<int>(cell) : size_[axis] - 1;
  }
  void set_size(int axis, int size);

  Vec3<double> origin_, length_, cells_per_length_;
  std::array<int, 3> size_{1, 1, 1};
};

// Calls visit(number) for every cell from the first to the last.
template <class Visit>
void for_each_cell(const Lattice& lattice, const Cell& first, const Cell& last,
                   const Visit& visit) {
  for (int k = first[2]; k <= last[2]; ++k) {
    for (int j = first[1]; j <= last[1]; ++j) {
      for (int i = first[0]; i <= last[0]; ++i) visit(lattice.number_of({i, j, k}));
    }
  }
}

}  // namespace talus::broad
