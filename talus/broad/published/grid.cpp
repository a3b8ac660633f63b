#include "talus/broad/published/grid.h"

#include <algorithm>
#include <vector>

#include "talus/broad/published/copies.h"
#include "talus/broad/published/lattice.h"

namespace talus::broad {
namespace {

// More cells per volume than this, on average, and the grid gets coarser.
constexpr double most_cells_per_volume = 16;

Vec3<double> average_extent(const Copies& copies) {
  Vec3<double> sum{};
  for (const auto& [lower, upper] : copies.box()) sum = sum + (upper - lower) / copies.count();
  return sum;
}

struct Span {
  Cell first, last;

  double cells() const {
    return (last[0] - first[0] + 1.0) * (last[1] - first[1] + 1.0) * (last[2] - first[2] + 1.0);
  }
};

Span touched(const Lattice& lattice, const BoundingBox<double>& box) {
  return {lattice.cell_of(box.lower), lattice.cell_of(box.upper)};
}

Lattice lattice_for(const Copies& copies) {
  Lattice lattice(copies.bounds(), average_extent(copies), copies.count());
  while (lattice.count() > 1) {
    double entries = 0;
    for (const auto& box : copies.box()) entries += touched(lattice, box).cells();
    if (entries <= most_cells_per_volume * copies.count()) break;
    lattice.coarsen();
  }
  return lattice;
}

// The volumes of every cell, one cell after the other: those of cell c from start[c] to start[c +
// 1].
struct CellLists {
  std::vector<std::size_t> start;
  std::vector<std::int32_t> volume;
};

CellLists assign(const Lattice& lattice, const Copies& copies) {
  CellLists lists;
  lists.start.assign(lattice.count() + 1, 0);
  for (const auto& box : copies.box()) {
    const Span span = touched(lattice, box);
    for_each_cell(lattice, span.first, span.last,
                  [&](std::size_t cell) { ++lists.start[cell + 1]; });
  }
  for (std::size_t cell = 1; cell <= lattice.count(); ++cell) {
    lists.start[cell] += lists.start[cell - 1];
  }
  lists.volume.resize(lists.start.back());
  // Each start moves to the end of its cell, which is the start of the next, and is put back.
  for (int i = 0; i < copies.count(); ++i) {
    const Span span = touched(lattice, copies.box()[i]);
    for_each_cell(lattice, span.first, span.last,
                  [&](std::size_t cell) { lists.volume[lists.start[cell]++] = i; });
  }
  std::shift_right(lists.start.begin(), lists.start.end(), 1);
  lists.start[0] = 0;
  return lists;
}

// The lowest cell that both boxes touch.
std::size_t home(const Lattice& lattice, const BoundingBox<double>& a,
                 const BoundingBox<double>& b) {
  return lattice.number_of(
      lattice.cell_of({std::max(a.lower.x, b.lower.x), std::max(a.lower.y, b.lower.y),
                       std::max(a.lower.z, b.lower.z)}));
}

void search_cell(std::size_t cell, std::span<const std::int32_t> volumes, const Lattice& lattice,
                 const Copies& copies, PairList& pairs, Work& work) {
  const auto box = copies.box();
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    const BoundingBox<double>& mine = box[volumes[i]];
    for (std::size_t j = i + 1; j < volumes.size(); ++j) {
      const BoundingBox<double>& other = box[volumes[j]];
      ++work.tests;
      if (!overlap(mine, other) || home(lattice, mine, other) != cell) continue;
      copies.admit(volumes[i], volumes[j], pairs);
    }
  }
  work.visits += 1 + volumes.size();
}

}  // namespace

void grid(const Scene& scene, int /*threads*/, PairList& pairs, Work& work) {
  pairs.clear();
  work = {};
  const Copies copies(scene);
  const Lattice lattice = lattice_for(copies);
  const CellLists lists = assign(lattice, copies);
  work.bytes = copies.bytes() + lists.start.capacity() * sizeof(std::size_t) +
               lists.volume.capacity() * sizeof(std::int32_t);
  for (std::size_t cell = 0; cell < lattice.count(); ++cell) {
    const std::size_t from = lists.start[cell], to = lists.start[cell + 1];
    search_cell(cell, {lists.volume.data() + from, to - from}, lattice, copies, pairs, work);
  }
}

}  // namespace talus::broad
