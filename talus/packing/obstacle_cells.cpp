#include "talus/packing/obstacle_cells.h"

#include <algorithm>
#include <cmath>

namespace talus {
namespace {

constexpr double most_cells_per_axis = 256.0;
// Cells are cleared and searched in proportion to what they hold: at most so many per entry.
constexpr std::size_t cells_per_entry = 8;

}  // namespace

// As small as its spheres, or larger while it has few of them.
void ObstacleCells::make_cells(Grid& grid) const {
  const Vec3<double> lengths = bounds_.upper - bounds_.lower;
  grid.cell_size = std::max(2.0 * grid.largest_radius, max_norm(lengths) / most_cells_per_axis);
  for (;; grid.cell_size *= 2.0) {
    std::size_t count = 1;
    for (int k = 0; k < 3; ++k) {
      grid.cells[k] = std::max(1, static_cast<int>(std::ceil(lengths[k] / grid.cell_size)));
      count *= static_cast<std::size_t>(grid.cells[k]);
    }
    if (count > cells_per_entry * grid.entry_capacity && count > 1) continue;
    grid.first.assign(count, -1);
    return;
  }
}

void ObstacleCells::put_into_cell(Grid& grid, std::int32_t entry) {
  Entry& own = entries_[static_cast<std::size_t>(entry)];
  std::size_t cell = 0;
  for (int k = 0; k < 3; ++k) {
    cell = cell * static_cast<std::size_t>(grid.cells[k]) +
           static_cast<std::size_t>(cell_along(grid, k, own.sphere.centre[k]));
  }
  own.next = grid.first[cell];
  grid.first[cell] = entry;
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
    found = grids_.emplace(exponent, Grid{}).first;
    found->second.largest_radius = std::ldexp(1.0, exponent + 1);
  }
  Grid& grid = found->second;
  const auto entry = static_cast<std::int32_t>(entries_.size());
  entries_.push_back({sphere, id, -1});
  grid.entries.push_back(entry);
  if (grid.entries.size() <= grid.entry_capacity) {
    put_into_cell(grid, entry);
    return;
  }
  grid.entry_capacity = 2 * grid.entries.size();
  make_cells(grid);
  for (const std::int32_t own : grid.entries) put_into_cell(grid, own);
}

std::size_t ObstacleCells::cell_count() const {
  std::size_t count = 0;
  for (const auto& [exponent, grid] : grids_) count += grid.first.size();
  return count;
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
