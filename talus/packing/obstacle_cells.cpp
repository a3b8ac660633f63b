#include "talus/packing/obstacle_cells.h"

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

constexpr double most_cells_per_axis = 256.0;

}  // namespace

ObstacleCells::Grid ObstacleCells::make_grid(double largest_radius) const {
  Grid grid;
  grid.largest_radius = largest_radius;
  const Vec3<double> lengths = bounds_.upper - bounds_.lower;
  grid.cell_size = std::max(2.0 * largest_radius, max_norm(lengths) / most_cells_per_axis);
  std::size_t count = 1;
  for (int k = 0; k < 3; ++k) {
    grid.cells[k] = std::max(1, static_cast<int>(std::ceil(lengths[k] / grid.cell_size)));
    count *= static_cast<std::size_t>(grid.cells[k]);
  }
  grid.first.assign(count, -1);
  return grid;
}

// What lies outside counts to the cells at the border: near spheres stay in near cells.
int ObstacleCells::cell_along(const Grid& grid, int axis, double x) const {
  const double cell = std::floor((x - bounds_.lower[axis]) / grid.cell_size);
  return static_cast<int>(std::clamp(cell, 0.0, static_cast<double>(grid.cells[axis] - 1)));
}

bool ObstacleCells::reaches(const BoundingSphere<double>& sphere) const {
  for (int k = 0; k < 3; ++k) {
    if (sphere.centre[k] + sphere.radius < bounds_.lower[k] ||
        sphere.centre[k] - sphere.radius > bounds_.upper[k]) {
      return false;
    }
  }
  return true;
}

void ObstacleCells::insert(std::int32_t id, const BoundingSphere<double>& sphere) {
  const int exponent = std::ilogb(sphere.radius);
  auto found = grids_.find(exponent);
  if (found == grids_.end()) {
    found = grids_.emplace(exponent, make_grid(std::ldexp(1.0, exponent + 1))).first;
  }
  Grid& grid = found->second;
  std::size_t cell = 0;
  for (int k = 0; k < 3; ++k) {
    cell = cell * static_cast<std::size_t>(grid.cells[k]) +
           static_cast<std::size_t>(cell_along(grid, k, sphere.centre[k]));
  }
  entries_.push_back({sphere, id, grid.first[cell]});
  grid.first[cell] = static_cast<std::int32_t>(entries_.size() - 1);
}

void ObstacleCells::find(const BoundingSphere<double>& sphere, double gap,
                         std::vector<std::int32_t>& ids) const {
  constexpr double slack =
      1.0 + 1e-12;  // more than rounding: too much may be found, never too little
  for (const auto& [exponent, grid] : grids_) {
    const double reach = (sphere.radius + grid.largest_radius + gap) * slack;
    int low[3], high[3];
    for (int k = 0; k < 3; ++k) {
      low[k] = cell_along(grid, k, sphere.centre[k] - reach);
      high[k] = cell_along(grid, k, sphere.centre[k] + reach);
    }
    for (int x = low[0]; x <= high[0]; ++x) {
      for (int y = low[1]; y <= high[1]; ++y) {
        const std::size_t row =
            (static_cast<std::size_t>(x) * static_cast<std::size_t>(grid.cells[1]) +
             static_cast<std::size_t>(y)) *
            static_cast<std::size_t>(grid.cells[2]);
        for (int z = low[2]; z <= high[2]; ++z) {
          for (std::int32_t e = grid.first[row + static_cast<std::size_t>(z)]; e >= 0;) {
            const Entry& entry = entries_[static_cast<std::size_t>(e)];
            const double sum = (sphere.radius + entry.sphere.radius + gap) * slack;
            if (norm_squared(entry.sphere.centre - sphere.centre) <= sum * sum) {
              ids.push_back(entry.id);
            }
            e = entry.next;
          }
        }
      }
    }
  }
}

}  // namespace talus
