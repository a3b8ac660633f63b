// The exact signed distance to the facets at every corner of every cell of the hull.
//
// Along a row of nodes the nearest facet changes rarely and the distance by at most a cell, so the
// last answer is a bound that leaves little of the tree to search.
#include <algorithm>
#include <cmath>

#include "talus/shape/dfr/arrays.h"
#include "talus/shape/dfr/stencil.h"
#include "talus/shape/dfr/threads.h"
#include "talus/shape/dfr/tree.h"

namespace talus {
namespace {

struct NodeRun {
  int first = 0, end = 0;  // node indices; empty if equal

  void include(const DfrRun& cells) {
    if (cells.length == 0) return;
    const bool empty = first == end;
    first = empty ? cells.offset : std::min(first, cells.offset);
    end = std::max(empty ? 0 : end, cells.offset + cells.length + 1);
  }
};

// The range of prisms over all slices.
NodeRun prisms_of(const DfrArrays& body) {
  NodeRun prisms;
  for (const DfrRun& run : body.prism_map) prisms.include(run);
  return prisms;
}

// The nodes of row (j, k): the corners of the cells of the four prisms around it.
NodeRun nodes_of_row(const DfrArrays& body, int j, int k) {
  NodeRun nodes;
  for (int slice = k - 1; slice <= k; ++slice) {
    const int s = slice - body.view.slice_map.offset;
    if (s < 0 || s >= body.view.slice_map.length) continue;
    const DfrRun& prisms = body.prism_map[s];
    for (int prism = j - 1; prism <= j; ++prism) {
      const int p = prism - prisms.offset;
      if (p >= 0 && p < prisms.length) nodes.include(body.cell_map[prisms.start + p]);
    }
  }
  return nodes;
}

}  // namespace

void fill_distances(DfrArrays& body, const InsideBits& inside, int threads) {
  DfrView<double>& view = body.view;
  const NodeRun prisms = prisms_of(body);
  view.node_slice = view.slice_map.offset;
  view.node_prism = prisms.first;
  view.node_prisms = prisms.end - prisms.first;
  std::vector<NodeRun> runs;
  std::int32_t count = 0;
  for (int k = view.node_slice; k <= view.node_slice + view.slice_map.length; ++k) {
    for (int j = prisms.first; j < prisms.end; ++j) {
      const NodeRun run = nodes_of_row(body, j, k);
      body.node_row.push_back({run.first, count});
      runs.push_back(run);
      count += run.end - run.first;
    }
  }
  body.node_distance.resize(count);
  for_each_item(threads, static_cast<int>(runs.size()), [&](int r) {
    const int j = view.node_prism + r % view.node_prisms,
              k = view.node_slice + r / view.node_prisms;
    float* out = body.node_distance.data() + body.node_row[r].start;
    int nearest = -1;
    for (int i = runs[r].first; i < runs[r].end; ++i) {
      const Vec3<double> p = lower_corner(view, {i, j, k});
      DfrNearest<double> best;
      if (nearest >= 0) consider_facet(view, nearest, p, best);
      find_nearest_facet(view.tree, view, p, best);
      nearest = best.facet;
      const double distance = std::sqrt(best.distance_squared);
      *out++ = static_cast<float>(inside.at(i, j, k) ? -distance : distance);
    }
  });
  view.node_row = body.node_row.data();
  view.node_distance = body.node_distance.data();
}

}  // namespace talus
