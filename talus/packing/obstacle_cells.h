// Bounding spheres of bodies and of triangles of walls, in cells, and the search for all that
// overlap a given sphere. Spheres of similar size share a grid, so that a dust grain beside a
// boulder costs no more than one beside its like.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "talus/primitive.h"

namespace talus {

class ObstacleCells {
 public:
  // Searches will stay within the bounds.
  explicit ObstacleCells(const BoundingBox<double>& bounds) : bounds_(bounds) {}

  // Whether the sphere reaches into the bounds; what does not need not be inserted.
  bool reaches(const BoundingSphere<double>& sphere) const;
  void insert(std::int32_t id, const BoundingSphere<double>& sphere);

  // Appends the ids of all spheres that come nearer than `gap` to the given one, and of some that
  // do not; the order is that of the grids, and the same for the same insertions.
  void find(const BoundingSphere<double>& sphere, double gap, std::vector<std::int32_t>& ids) const;

  // Of all grids.
  std::size_t cell_count() const;

 private:
  struct Grid {
    double largest_radius{};  // that may come into this grid
    double cell_size{};
    int cells[3]{};
    std::vector<std::int32_t> first;    // cell -> entry; -1 if empty
    std::vector<std::int32_t> entries;  // all of the grid
    std::size_t entry_capacity = 0;     // entries for which its cells are not too few
  };
  struct Entry {
    BoundingSphere<double> sphere;
    std::int32_t id;
    std::int32_t next;  // of the same cell; -1 at the end
  };

  void make_cells(Grid& grid) const;
  void put_into_cell(Grid& grid, std::int32_t entry);
  int cell_along(const Grid& grid, int axis, double x) const;

  BoundingBox<double> bounds_;
  std::map<int, Grid> grids_;  // by the binary exponent of the radius
  std::vector<Entry> entries_;
};

}  // namespace talus
