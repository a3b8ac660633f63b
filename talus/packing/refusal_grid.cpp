#include "talus/packing/refusal_grid.h"

#include <algorithm>
#include <cmath>

#include "talus/narrow/ellipsoid_ellipsoid/overlap_verdict.h"

namespace talus {

using ellipsoid_ellipsoid::spread_of;

RefusalGrid::RefusalGrid(double box_length, std::int64_t cells) {
  side_ = std::max<std::size_t>(1, static_cast<std::size_t>(std::cbrt(static_cast<double>(cells))));
  cell_size_ = box_length / static_cast<double>(side_);
  cells_per_length_ = static_cast<double>(side_) / box_length;
  clear();
}

void RefusalGrid::clear() { lists_.assign(side_ * side_ * side_, List{}); }

// Keeps a list in the order of the ranks; entries beyond its first cache line overflow to the next.
void RefusalGrid::insert(std::size_t cell, Entry entry) {
  for (std::size_t at = cell;;) {
    List& list = lists_[at];
    const bool full = list.count == static_cast<int>(std::size(list.entry));
    int last = full ? list.count - 1 : list.count;
    if (!full || entry.rank < list.entry[last].rank) {
      const Entry displaced = list.entry[last];
      for (; last > 0 && entry.rank < list.entry[last - 1].rank; --last) {
        list.entry[last] = list.entry[last - 1];
      }
      list.entry[last] = entry;
      if (!full) {
        ++list.count;
        return;
      }
      entry = displaced;
    }
    if (list.more == 0) {
      list.more = static_cast<std::int32_t>(lists_.size());
      lists_.push_back({});  // invalidates `list`
    }
    at = static_cast<std::size_t>(lists_[at].more);
  }
}

void RefusalGrid::add(std::int32_t id, const Vec3<double>& point, const Vec3<double>& semi_axes,
                      const Mat3<double>& rotation) {
  // A cell counts as reached if its centre lies in the ellipsoid with axes longer by this much:
  // between half a side and half a diagonal of the cell. A choice; a missed cell costs only
  // time.
  constexpr double cells_longer = 0.6;
  const double half_cell = cells_longer * cell_size_;
  const Vec3<double> axes = semi_axes + Vec3<double>{half_cell, half_cell, half_cell};
  const SymMat3<double> extent = spread_of(axes, rotation).matrix;
  const SymMat3<double> form =
      spread_of(Vec3<double>{1.0 / axes.x, 1.0 / axes.y, 1.0 / axes.z}, rotation).matrix;
  const double half[3] = {std::sqrt(extent.xx), std::sqrt(extent.yy), std::sqrt(extent.zz)};
  const int side = static_cast<int>(side_);
  int from[3], to[3];
  for (int k = 0; k < 3; ++k) {
    const double low = std::floor((point[k] - half[k]) / cell_size_);
    const double high = std::floor((point[k] + half[k]) / cell_size_);
    constexpr double most_images = 100.0;  // SmallImage is three std::int8_t
    if (!(std::max(-low, high) < most_images * side)) return;
    from[k] = static_cast<int>(low);
    to[k] = static_cast<int>(high);
  }
  const auto wrapped = [side](int cell) { return ((cell % side) + side) % side; };
  // From the point to the image whose ellipsoid reaches the cell inside the cube.
  const auto image = [&](int cell) {
    return static_cast<std::int8_t>((wrapped(cell) - cell) / side);
  };
  for (int x = from[0]; x <= to[0]; ++x) {
    for (int y = from[1]; y <= to[1]; ++y) {
      for (int z = from[2]; z <= to[2]; ++z) {
        const Vec3<double> centre{(x + 0.5) * cell_size_, (y + 0.5) * cell_size_,
                                  (z + 0.5) * cell_size_};
        const Vec3<double> offset = centre - point;
        const double depth = quadratic_form(offset, form, offset);
        if (depth > 1.0) continue;
        insert(static_cast<std::size_t>((wrapped(x) * side + wrapped(y))) * side_ +
                   static_cast<std::size_t>(wrapped(z)),
               {id, {image(x), image(y), image(z)}, static_cast<std::uint8_t>(255.0 * depth)});
      }
    }
  }
}

}  // namespace talus
