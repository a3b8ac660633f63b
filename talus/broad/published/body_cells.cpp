#include "talus/broad/published/body_cells.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "talus/broad/published/copies.h"
#include "talus/broad/published/lattice.h"

namespace talus::broad {
namespace {

constexpr std::size_t most_neighbours_per_volume = 64;

Vec3<double> centre_of(const BoundingBox<double>& box) { return 0.5 * box.lower + 0.5 * box.upper; }

// The farthest that a box reaches from its centre, of all boxes and rounded up.
Vec3<double> largest_half_length(const Copies& copies) {
  Vec3<double> largest{};
  for (const BoundingBox<double>& box : copies.box()) {
    const Vec3<double> centre = centre_of(box);
    for (int axis = 0; axis < 3; ++axis) {
      largest[axis] =
          std::max({largest[axis], box.upper[axis] - centre[axis], centre[axis] - box.lower[axis]});
    }
  }
  return (1 + 4 * std::numeric_limits<double>::epsilon()) * largest;
}

bool contains(const BoundingBox<double>& box, const Vec3<double>& point) {
  return overlap(box, {point, point});
}

// The centres in every cell of a lattice, as linked lists.
class LinkedCentres {
 public:
  LinkedCentres(const Copies& copies, const Vec3<double>& edge)
      : lattice_(copies.bounds(), edge, copies.count()),
        head_(lattice_.count(), -1),
        next_(copies.count()),
        centre_(copies.count()) {
    for (int i = copies.count() - 1; i >= 0; --i) {
      centre_[i] = centre_of(copies.box()[i]);
      std::int32_t& head = head_[lattice_.number_of(lattice_.cell_of(centre_[i]))];
      next_[i] = head;
      head = i;
    }
  }

  // Appends the volumes after the given one whose centres lie in its search cell.
  void append_neighbours(int volume, const BoundingBox<double>& search_cell,
                         std::vector<std::int32_t>& list, Work& work) const {
    const Cell first = lattice_.cell_of(search_cell.lower);
    const Cell last = lattice_.cell_of(search_cell.upper);
    for_each_cell(lattice_, first, last, [&](std::size_t cell) {
      ++work.visits;
      for (std::int32_t i = head_[cell]; i >= 0; i = next_[i]) {
        ++work.visits;
        if (i > volume && contains(search_cell, centre_[i])) list.push_back(i);
      }
    });
  }

  std::size_t bytes() const {
    return (head_.capacity() + next_.capacity()) * sizeof(std::int32_t) +
           centre_.capacity() * sizeof(Vec3<double>);
  }

 private:
  Lattice lattice_;
  std::vector<std::int32_t> head_, next_;
  std::vector<Vec3<double>> centre_;
};

// The neighbours of consecutive volumes: those of volume first + i from start[i] to start[i + 1].
struct NeighbourLists {
  int first{};
  std::vector<std::size_t> start{0};
  std::vector<std::int32_t> neighbour;

  void compare(const Copies& copies, PairList& pairs, Work& work) const {
    for (std::size_t i = 0; i + 1 < start.size(); ++i) {
      for (std::size_t k = start[i]; k < start[i + 1]; ++k) {
        copies.compare(first + static_cast<int>(i), neighbour[k], pairs, work);
      }
    }
  }
  void begin_anew(int volume) {
    first = volume;
    start.assign(1, 0);
    neighbour.clear();
  }
  std::size_t bytes() const {
    return start.capacity() * sizeof(std::size_t) + neighbour.capacity() * sizeof(std::int32_t);
  }
};

}  // namespace

void body_cells(const Scene& scene, int /*threads*/, PairList& pairs, Work& work) {
  pairs.clear();
  work = {};
  const Copies copies(scene);
  const Vec3<double> reach = largest_half_length(copies);
  const LinkedCentres centres(copies, 2.0 * reach);
  const std::size_t most_neighbours = most_neighbours_per_volume * copies.count();
  NeighbourLists lists;
  for (int i = 0; i < copies.count(); ++i) {
    const BoundingBox<double>& box = copies.box()[i];
    centres.append_neighbours(i, {box.lower - reach, box.upper + reach}, lists.neighbour, work);
    lists.start.push_back(lists.neighbour.size());
    if (lists.neighbour.size() < most_neighbours) continue;
    lists.compare(copies, pairs, work);
    lists.begin_anew(i + 1);
  }
  lists.compare(copies, pairs, work);
  work.bytes = copies.bytes() + centres.bytes() + lists.bytes();
}

}  // namespace talus::broad
