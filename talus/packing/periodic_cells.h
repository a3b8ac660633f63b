// Points in a periodic cube, sorted into cells, and the search for all images of points near a
// query point. A box that is smaller than the reach is no special case: the search then visits the
// same cell several times, each time as another image.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "talus/math/vec3.h"

namespace talus {

using Image = std::array<std::int32_t, 3>;  // in box lengths

class PeriodicCells {
 public:
  // Cells of about cell_size, fewer if there would be many more of them than points.
  PeriodicCells(double box_length, double cell_size, std::int64_t expected_points);

  // Any point; it stands for all of its images.
  void insert(std::int32_t id, const Vec3<double>& point);

  double box_length() const { return box_length_; }

 private:
  friend class CellSearch;

  struct Entry {
    Vec3<double> point;  // in the cube
    std::int32_t id;
    std::int32_t next;  // of the same cell; -1 at the end
    Image wrap;         // inserted point = point + box_length * wrap
  };

  int cell_along(double x) const;

  double box_length_;
  int side_;  // cells per side of the cube
  double cell_size_;
  std::vector<std::int32_t> first_;  // cell -> entry; -1 if empty
  std::vector<Entry> entries_;
};

// All images of points within `reach` of a query point, those in near cells first.
class CellSearch {
 public:
  CellSearch(const PeriodicCells& cells, double reach);

  // Calls visit(id, offset, image) for every image of a point at a distance of at most `reach`, and
  // for some beyond: inserted point + box_length * image = point + offset. Ends early, with false,
  // when visit returns false.
  template <class Visit>
  bool visit(const Vec3<double>& point, const Visit& visit) {
    const Image wrap = locate(point);
    for (const Step& step : steps_) {
      const Column &x = column_[0][step.along[0]], &y = column_[1][step.along[1]],
                   &z = column_[2][step.along[2]];
      if (x.gap_squared + y.gap_squared + z.gap_squared > reach_squared_) continue;
      for (std::int32_t e = cells_->first_[x.cell + y.cell + z.cell]; e >= 0;) {
        const PeriodicCells::Entry& entry = cells_->entries_[static_cast<std::size_t>(e)];
        const Vec3<double> offset{entry.point.x + x.shift, entry.point.y + y.shift,
                                  entry.point.z + z.shift};
        const Image image{x.image + wrap[0] - entry.wrap[0], y.image + wrap[1] - entry.wrap[1],
                          z.image + wrap[2] - entry.wrap[2]};
        if (!visit(entry.id, offset, image)) return false;
        e = entry.next;
      }
    }
    return true;
  }

 private:
  struct Step {
    std::uint32_t along[3];
  };
  // A layer of cells at right angles to an axis.
  struct Column {
    double gap_squared;  // between the point and the layer
    double shift;        // from a point in the cube to its image here, relative to the point
    std::size_t cell;    // part of the index of the cell
    std::int32_t image;
  };

  // Fills the columns; returns the image that maps the query point into the cube.
  Image locate(const Vec3<double>& point);

  const PeriodicCells* cells_;
  double reach_squared_;
  int range_;                // cells to each side
  std::vector<Step> steps_;  // near ones first
  std::vector<Column> column_[3];
};

}  // namespace talus
