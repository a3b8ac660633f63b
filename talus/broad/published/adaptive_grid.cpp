#include "talus/broad/published/adaptive_grid.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "talus/broad/published/copies.h"

namespace talus::broad {
namespace {

constexpr std::size_t few = 16;                      // volumes in a cell that is not cut any more
constexpr std::size_t most_entries_per_volume = 16;  // in all cells together
constexpr double advantage = 0.8;                    // tests after a cut over tests before, at most

// The volumes of the cell are entry[begin] to entry[end] of its lists; a point on its lower border
// is inside, one on the upper is not.
struct AdaptiveCell {
  BoundingBox<double> region;
  std::size_t begin, end;

  double count() const { return static_cast<double>(end - begin); }
  bool contains(const Vec3<double>& p) const {
    return region.lower.x <= p.x && p.x < region.upper.x && region.lower.y <= p.y &&
           p.y < region.upper.y && region.lower.z <= p.z && p.z < region.upper.z;
  }
};

struct CellLists {
  std::vector<AdaptiveCell> cell;
  std::vector<std::int32_t> entry;

  void append(const CellLists& other, const AdaptiveCell& cell_of_other) {
    const std::size_t begin = entry.size();
    entry.insert(entry.end(), other.entry.begin() + cell_of_other.begin,
                 other.entry.begin() + cell_of_other.end);
    cell.push_back({cell_of_other.region, begin, entry.size()});
  }
  std::size_t bytes() const {
    return cell.capacity() * sizeof(AdaptiveCell) + entry.capacity() * sizeof(std::int32_t);
  }
};

struct Plane {
  int axis;
  double at;
};

// What two boxes that overlap have in common begins below the plane only if both begin there, and
// otherwise both end above or on it: they meet on the side of that corner.
bool is_below(const BoundingBox<double>& box, const Plane& plane) {
  return box.lower[plane.axis] < plane.at;
}
bool is_above(const BoundingBox<double>& box, const Plane& plane) {
  return box.upper[plane.axis] >= plane.at;
}

class Cutter {
 public:
  explicit Cutter(const Copies& copies) : copies_(copies) { centre_.reserve(copies.count()); }

  // Cuts all cells until they are final.
  CellLists cut() {
    CellLists final, level, next;
    level.entry.resize(copies_.count());
    std::iota(level.entry.begin(), level.entry.end(), 0);
    const double infinity = std::numeric_limits<double>::infinity();
    level.cell.push_back({{{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}},
                          0,
                          level.entry.size()});
    while (!level.cell.empty()) {
      next.cell.clear();
      next.entry.clear();
      const bool affordable =
          final.entry.size() + level.entry.size() <= most_entries_per_volume * copies_.count();
      for (const AdaptiveCell& cell : level.cell) {
        if (!affordable || !divide(level, cell, next)) final.append(level, cell);
      }
      bytes_ = std::max(bytes_, final.bytes() + level.bytes() + next.bytes());
      std::swap(level, next);
    }
    return final;
  }

  std::size_t bytes() const { return bytes_ + centre_.capacity() * sizeof(double); }

 private:
  // The cell's two sides go to the lists, unless it stays whole.
  bool divide(const CellLists& lists, const AdaptiveCell& cell, CellLists& sides) {
    if (cell.end - cell.begin <= few) return false;
    const std::span<const std::int32_t> entries(lists.entry.data() + cell.begin,
                                                cell.end - cell.begin);
    Plane best{};
    double fewest = advantage * cell.count() * cell.count();
    bool found = false;
    for (int axis = 0; axis < 3; ++axis) {
      const Plane plane{axis, median_centre(entries, axis)};
      const double tests = tests_after(entries, plane);
      if (tests >= fewest) continue;
      fewest = tests;
      best = plane;
      found = true;
    }
    if (!found) return false;
    AdaptiveCell below = cell, above = cell;
    below.region.upper[best.axis] = above.region.lower[best.axis] = best.at;
    collect(entries, best, is_below, below, sides);
    collect(entries, best, is_above, above, sides);
    return true;
  }

  double median_centre(std::span<const std::int32_t> entries, int axis) {
    centre_.clear();
    for (const std::int32_t i : entries) {
      const BoundingBox<double>& box = copies_.box()[i];
      centre_.push_back(0.5 * box.lower[axis] + 0.5 * box.upper[axis]);
    }
    const auto middle = centre_.begin() + static_cast<std::ptrdiff_t>(centre_.size() / 2);
    std::nth_element(centre_.begin(), middle, centre_.end());
    return *middle;
  }

  double tests_after(std::span<const std::int32_t> entries, const Plane& plane) const {
    double below = 0, above = 0;
    for (const std::int32_t i : entries) {
      below += is_below(copies_.box()[i], plane);
      above += is_above(copies_.box()[i], plane);
    }
    return below * below + above * above;
  }

  template <class Side>
  void collect(std::span<const std::int32_t> entries, const Plane& plane, const Side& is_there,
               AdaptiveCell& cell, CellLists& lists) const {
    cell.begin = lists.entry.size();
    for (const std::int32_t i : entries) {
      if (is_there(copies_.box()[i], plane)) lists.entry.push_back(i);
    }
    cell.end = lists.entry.size();
    lists.cell.push_back(cell);
  }

  const Copies& copies_;
  std::vector<double> centre_;  // scratch
  std::size_t bytes_{};
};

void search_cell(const AdaptiveCell& cell, const CellLists& lists, const Copies& copies,
                 PairList& pairs, Work& work) {
  for (std::size_t i = cell.begin; i < cell.end; ++i) {
    const BoundingBox<double>& mine = copies.box()[lists.entry[i]];
    for (std::size_t j = i + 1; j < cell.end; ++j) {
      const BoundingBox<double>& other = copies.box()[lists.entry[j]];
      ++work.tests;
      if (!overlap(mine, other)) continue;
      const Vec3<double> corner{std::max(mine.lower.x, other.lower.x),
                                std::max(mine.lower.y, other.lower.y),
                                std::max(mine.lower.z, other.lower.z)};
      if (cell.contains(corner)) copies.admit(lists.entry[i], lists.entry[j], pairs);
    }
  }
  work.visits += 1 + cell.end - cell.begin;
}

}  // namespace

void adaptive_grid(const Scene& scene, int /*threads*/, PairList& pairs, Work& work) {
  pairs.clear();
  work = {};
  const Copies copies(scene);
  Cutter cutter(copies);
  const CellLists lists = cutter.cut();
  work.bytes = copies.bytes() + cutter.bytes();
  for (const AdaptiveCell& cell : lists.cell) search_cell(cell, lists, copies, pairs, work);
}

}  // namespace talus::broad
