// Which arcs of two sets can cross: all pairs of a few, and for many those that share a cell of a
// grid around the sphere.
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
          visit((static_cast<std::size_t>(x) * cells_ + y) * cells_ + z);
        }
      }
    }
  }
  int cell(double x) const {
    return std::clamp(static_cast<int>(std::floor(0.5 * (x + 1) * cells_)), 0, cells_ - 1);
  }

  int cells_ = 1;
  std::vector<int> start_, arcs_;
};

// Calls visit(i, j) for every pair of arcs that may cross, some of them more than once.
template <class Visit>
void for_candidates(const std::vector<Arc>& a, const std::vector<Arc>& b, const Visit& visit) {
  constexpr std::size_t few = 40000;  // pairs: about what filling the grid costs
  if (a.size() * b.size() <= few) {
    for (int i = 0; i < static_cast<int>(a.size()); ++i) {
      for (int j = 0; j < static_cast<int>(b.size()); ++j) visit(i, j);
    }
    return;
  }
  const ArcGrid grid(a);
  for (int j = 0; j < static_cast<int>(b.size()); ++j) {
    grid.for_near(b[j], [&](int i) { visit(i, j); });
  }
}

}  // namespace oracle
