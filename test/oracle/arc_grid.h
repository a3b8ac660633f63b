// The arcs of a solid by the cells of a grid around the sphere: arcs that cross share a cell.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "oracle/solid.h"

namespace oracle {

class ArcGrid {
 public:
  explicit ArcGrid(const std::vector<Arc>& arcs) {
    double sum = 0;
    for (const Arc& arc : arcs) sum += length(arc.to - arc.from);
    const double mean = sum / static_cast<double>(arcs.size());
    cells_ = static_cast<int>(std::clamp(2 / (1.5 * mean), 1.0, 100.0));
    // Counted, then filled in: the arcs of cell c are [start_[c], start_[c + 1]).
    start_.assign(static_cast<std::size_t>(cells_) * cells_ * cells_ + 1, 0);
    for (const Arc& arc : arcs) for_cells(arc, [&](std::size_t c) { ++start_[c + 1]; });
    for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
    arcs_.resize(start_.back());
    std::vector<int> next(start_.begin(), start_.end() - 1);
    for (int i = 0; i < static_cast<int>(arcs.size()); ++i) {
      for_cells(arcs[i], [&](std::size_t c) { arcs_[next[c]++] = i; });
    }
  }

  // Some arc in the cell of a direction, -1 if there is none.
  int any_at(const Vec<double>& n) const {
    const std::size_t c = index(cell(n.x), cell(n.y), cell(n.z));
    return start_[c] < start_[c + 1] ? arcs_[start_[c]] : -1;
  }

  template <class Visit>
  void for_near(const Arc& arc, const Visit& visit) const {
    for_cells(arc, [&](std::size_t c) {
      for (int k = start_[c]; k < start_[c + 1]; ++k) visit(arcs_[k]);
    });
  }

 private:
  // An arc lies in the box around its ends, made larger by how far it bulges from its chord.
  template <class Visit>
  void for_cells(const Arc& arc, const Visit& visit) const {
    const double half_chord = 0.5 * length(arc.to - arc.from);
    const double bulge = half_chord < 0.9 ? half_chord * half_chord : 1;
    int low[3], high[3];
    const double from[3] = {arc.from.x, arc.from.y, arc.from.z};
    const double to[3] = {arc.to.x, arc.to.y, arc.to.z};
    for (int k = 0; k < 3; ++k) {
      low[k] = cell(std::min(from[k], to[k]) - bulge - 1e-6);
      high[k] = cell(std::max(from[k], to[k]) + bulge + 1e-6);
    }
    for (int x = low[0]; x <= high[0]; ++x) {
      for (int y = low[1]; y <= high[1]; ++y) {
        for (int z = low[2]; z <= high[2]; ++z) {
          visit(index(x, y, z));
        }
      }
    }
  }
  std::size_t index(int x, int y, int z) const {
    return (static_cast<std::size_t>(x) * cells_ + y) * cells_ + z;
  }
  int cell(double x) const {
    return std::clamp(static_cast<int>(std::floor(0.5 * (x + 1) * cells_)), 0, cells_ - 1);
  }

  int cells_ = 1;
  std::vector<int> start_, arcs_;
};

}  // namespace oracle
