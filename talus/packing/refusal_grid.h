// For every cell of a periodic cube a short list of the ellipsoids that reach into it and may
// refuse a point there. Only a shortcut: an ellipsoid may be missing from a cell that it just
// grazes.
//
// Points are random, so every lookup misses the cache: the list of a cell is one cache line and can
// be prefetched.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/math/mat3.h"

namespace talus {

class RefusalGrid {
 public:
  // About `cells` of them.
  RefusalGrid(double box_length, std::int64_t cells);

  void clear();

  // Adds the ellipsoid of these semi-axes around a point (any image of it) to the cells it reaches.
  void add(std::int32_t id, const Vec3<double>& point, const Vec3<double>& semi_axes,
           const Mat3<double>& rotation);

  // The cell of a point of the cube.
  std::size_t cell_of(const Vec3<double>& point) const {
    const auto along = [this](double x) {
      const std::size_t cell = static_cast<std::size_t>(x * cells_per_length_);
      return cell < side_ ? cell : side_ - 1;
    };
    return (along(point.x) * side_ + along(point.y)) * side_ + along(point.z);
  }
  void prefetch(std::size_t cell) const { __builtin_prefetch(&lists_[cell]); }

  // Calls visit(id, image) for the ellipsoids listed in a cell: the added point + box_length *
  // image is the centre meant. Ends early, with false, when visit returns false.
  template <class Visit>
  bool visit(std::size_t cell, const Visit& visit) const {
    for (const List* list = &lists_[cell];; list = &lists_[static_cast<std::size_t>(list->more)]) {
      for (int i = 0; i < list->count; ++i) {
        if (!visit(list->entry[i].id, list->entry[i].image)) return false;
      }
      if (list->more == 0) return true;
    }
  }

 private:
  struct SmallImage {
    std::int8_t x, y, z;
  };
  struct Entry {
    std::int32_t id;
    SmallImage image;
    std::uint8_t rank;  // small: covers much of the cell, and so refuses most
  };
  struct alignas(64) List {
    Entry entry[7];
    std::int32_t count;
    std::int32_t more;  // where the list goes on; 0: nowhere
  };

  void insert(std::size_t cell, Entry entry);

  std::size_t side_;
  double cell_size_, cells_per_length_;
  std::vector<List> lists_;  // the cells, then what did not fit
};

}  // namespace talus
