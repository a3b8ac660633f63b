#include "talus/broad/published/lattice.h"

#include <algorithm>
#include <cmath>

namespace talus::broad {
namespace {

// Cells along one axis; not yet a whole number that fits into an int.
double cells_along(double length, double edge, double most_cells) {
  if (!(length > 0) || !std::isfinite(length)) return 1;
  return edge > 0 ? std::clamp(std::floor(length / edge), 1.0, most_cells) : most_cells;
}

}  // namespace

Lattice::Lattice(const BoundingBox<double>& region, const Vec3<double>& edge, double most_cells)
    : origin_(region.lower), length_(region.upper - region.lower), cells_per_length_{} {
  most_cells = std::max(most_cells, 1.0);
  double longest = 0;
  for (int axis = 0; axis < 3; ++axis) {
    if (std::isfinite(length_[axis])) longest = std::max(longest, length_[axis]);
  }
  Vec3<double> size{};
  for (double least = longest / most_cells;; least *= 1.1) {
    for (int axis = 0; axis < 3; ++axis) {
      size[axis] = cells_along(length_[axis], std::max(edge[axis], least), most_cells);
    }
    if (size.x * size.y * size.z <= most_cells) break;
  }
  for (int axis = 0; axis < 3; ++axis) set_size(axis, static_cast<int>(size[axis]));
}

void Lattice::set_size(int axis, int size) {
  size_[axis] = size;
  cells_per_length_[axis] = size > 1 ? size / length_[axis] : 0;
}

void Lattice::coarsen() {
  for (int axis = 0; axis < 3; ++axis) set_size(axis, std::max(1, size_[axis] / 2));
}

}  // namespace talus::broad
