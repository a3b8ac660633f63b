#include "talus/packing/periodic_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talus/error.h"

namespace talus {
namespace {

// Bound on the rounding of offsets and gaps, relative to the box and the reach: a search may find
// too many points, never too few.
constexpr double slack = 1e-12;

// Cells within reach along an axis; twice as many cubed are visited.
constexpr int farthest_cell = 150;

}  // namespace

PeriodicCells::PeriodicCells(double box_length, double cell_size, std::int64_t expected_points)
    : box_length_(box_length) {
  constexpr double most_cells_per_point = 8.0;
  const double most = std::cbrt(most_cells_per_point *
                                static_cast<double>(std::max<std::int64_t>(expected_points, 8)));
  side_ = static_cast<int>(std::clamp(std::floor(box_length / cell_size), 1.0, std::floor(most)));
  cell_size_ = box_length / side_;
  const std::size_t side = static_cast<std::size_t>(side_);
  first_.assign(side * side * side, -1);
}

int PeriodicCells::cell_along(double x) const {
  return std::clamp(static_cast<int>(x / cell_size_), 0, side_ - 1);
}

void PeriodicCells::insert(std::int32_t id, const Vec3<double>& point) {
  Entry entry{point, id, -1, {}};
  std::size_t cell = 0;
  for (int k = 0; k < 3; ++k) {
    const double wrap = std::floor(point[k] / box_length_);
    entry.wrap[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(wrap);
    entry.point[k] = point[k] - wrap * box_length_;
    cell = cell * static_cast<std::size_t>(side_) +
           static_cast<std::size_t>(cell_along(entry.point[k]));
  }
  entry.next = first_[cell];
  first_[cell] = static_cast<std::int32_t>(entries_.size());
  entries_.push_back(entry);
}

CellSearch::CellSearch(const PeriodicCells& cells, double reach) : cells_(&cells) {
  const double safe_reach = reach + slack * (reach + cells.box_length_);
  reach_squared_ = safe_reach * safe_reach;
  const double range = std::ceil(safe_reach / cells.cell_size_);
  if (!(range <= farthest_cell)) {
    throw PackingError(
        fmt::format("reach: {:.6g} is {:.3g} cells of a box of length {}, more than {}; the bodies "
                    "or the reach "
                    "are too large for the box",
                    reach, range, cells.box_length_, farthest_cell));
  }
  range_ = static_cast<int>(range);
  const auto gap = [](int steps) { return std::max(std::abs(steps) - 1, 0); };
  struct Ranked {
    Step step;
    int gap_squared, distance_squared;  // in cells
  };
  std::vector<Ranked> ranked;
  const double cell_squared = cells.cell_size_ * cells.cell_size_;
  for (int x = -range_; x <= range_; ++x) {
    for (int y = -range_; y <= range_; ++y) {
      for (int z = -range_; z <= range_; ++z) {
        const int gap_squared = gap(x) * gap(x) + gap(y) * gap(y) + gap(z) * gap(z);
        if (gap_squared * cell_squared > reach_squared_) continue;
        const auto index = [this](int steps) { return static_cast<std::uint32_t>(steps + range_); };
        ranked.push_back({{{index(x), index(y), index(z)}}, gap_squared, x * x + y * y + z * z});
      }
    }
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& p, const Ranked& q) {
    return p.distance_squared < q.distance_squared;
  });
  for (const Ranked& r : ranked) steps_.push_back(r.step);
  for (std::vector<Column>& columns : column_) {
    columns.resize(static_cast<std::size_t>(2 * range_ + 1));
  }
}

Image CellSearch::locate(const Vec3<double>& point) {
  const double box = cells_->box_length_, size = cells_->cell_size_;
  const int side = cells_->side_;
  const std::size_t stride[3] = {static_cast<std::size_t>(side) * static_cast<std::size_t>(side),
                                 static_cast<std::size_t>(side), 1};
  Image wrap{};
  for (int k = 0; k < 3; ++k) {
    const double boxes = std::floor(point[k] / box);
    const double inside = point[k] - boxes * box;
    wrap[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(boxes);
    const int own = cells_->cell_along(inside);
    for (int d = -range_; d <= range_; ++d) {
      Column& column = column_[k][static_cast<std::size_t>(d + range_)];
      int cell = own + d, image = 0;
      for (; cell < 0; cell += side) --image;
      for (; cell >= side; cell -= side) ++image;
      column.cell = static_cast<std::size_t>(cell) * stride[k];
      column.image = image;
      column.shift = image * box - inside;
      // From the point to the layer [(own + d) size, (own + d + 1) size].
      const double low = (own + d) * size - inside, high = low + size;
      const double gap = d == 0 ? 0.0 : std::max({low, -high, 0.0});
      column.gap_squared = gap * gap;
    }
  }
  return wrap;
}

}  // namespace talus
