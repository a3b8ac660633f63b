// The exact signed distance to the facets at every corner of every cell of the hull.
//
// Along a row of nodes the nearest facet changes rarely and the distance by at most a cell, so the
// last answer is a bound that leaves little of the tree to search. Boxes are compared in single
// precision, four at once, with a margin for rounding; facets exactly, so that the answer is that
// of find_nearest_facet (tree.h).
#include <algorithm>
#include <cmath>
#include <cstring>

#include "talus/parallel/parallel_for.h"
#include "talus/shape/mesh/arrays.h"
#include "talus/shape/mesh/stencil.h"
#include "talus/shape/mesh/tree.h"

namespace talus {
namespace {

struct NodeRun {
  int first = 0, end = 0;  // node indices; empty if equal

  void include(const MeshRun& cells) {
    if (cells.length == 0) return;
    const bool empty = first == end;
    first = empty ? cells.offset : std::min(first, cells.offset);
    end = std::max(empty ? 0 : end, cells.offset + cells.length + 1);
  }
};

// The range of prisms over all slices.
NodeRun prisms_of(const MeshArrays& body) {
  NodeRun prisms;
  for (const MeshRun& run : body.prism_map) prisms.include(run);
  return prisms;
}

// The nodes of row (j, k): the corners of the cells of the four prisms around it.
NodeRun nodes_of_row(const MeshArrays& body, int j, int k) {
  NodeRun nodes;
  for (int slice = k - 1; slice <= k; ++slice) {
    const int s = slice - body.view.slice_map.offset;
    if (s < 0 || s >= body.view.slice_map.length) continue;
    const MeshRun& prisms = body.prism_map[s];
    for (int prism = j - 1; prism <= j; ++prism) {
      const int p = prism - prisms.offset;
      if (p >= 0 && p < prisms.length) nodes.include(body.cell_map[prisms.start + p]);
    }
  }
  return nodes;
}

using Floats [[gnu::vector_size(16)]] = float;

Floats load(const float (&values)[4]) {
  Floats result;
  std::memcpy(&result, values, sizeof(result));
  return result;
}

Floats larger_of(const Floats& a, const Floats& b) { return a > b ? a : b; }

// Errors of a distance in single precision, relative to the largest coordinate and to the distance:
// 2^-24 = 6e-8 for each rounding of a coordinate, a difference and a square. A choice, 16 of them.
constexpr double single_rounding = 1e-6;

// Squared distances of the four boxes of a node to a point, in single precision.
Floats squared_distances(const MeshTreeNode& node, const float (&p)[3]) {
  Floats sum{};
  for (int axis = 0; axis < 3; ++axis) {
    const Floats x = Floats{} + p[axis];
    const Floats outside = larger_of(load(node.lower[axis]) - x, x - load(node.upper[axis]));
    const Floats beyond = larger_of(outside, Floats{});
    sum += beyond * beyond;
  }
  return sum;
}

// Improves `best`, which comes with a candidate.
class NearestFacetSearch {
 public:
  explicit NearestFacetSearch(const MeshView<double>& view)
      : view_(view),
        rounding_(single_rounding * std::max(max_norm(view.box.lower), max_norm(view.box.upper))) {}

  void improve(const Vec3<double>& p, MeshNearest<double>& best) const {
    const float point[3] = {static_cast<float>(p.x), static_cast<float>(p.y),
                            static_cast<float>(p.z)};
    Entry stack[3 * mesh_tree_levels + 4];
    int count = 0;
    float limit = limit_of(best);
    stack[count++] = {0.0f, view_.tree.height - 1, 0};
    while (count > 0) {
      const Entry entry = stack[--count];
      if (entry.squared > limit) continue;
      const Floats squared =
          squared_distances(view_.tree.node[view_.tree.level[entry.level] + entry.number], point);
      const int first = count;
      for (int c = 0; c < 4; ++c) {
        if (!(squared[c] <= limit)) continue;
        const int number = 4 * entry.number + c;
        if (entry.level == 0) {
          if (number >= view_.facet_count) continue;
          const MeshPlane<double>& plane = view_.facet_plane[number];
          if (square(dot(plane.normal, p) - plane.offset) > limit) continue;
          const double before = best.distance_squared;
          consider_facet(view_, number, p, best);
          if (best.distance_squared < before) limit = limit_of(best);
          continue;
        }
        int at = count++;  // farthest first, so that the nearest is popped first
        for (; at > first && stack[at - 1].squared < squared[c]; --at) stack[at] = stack[at - 1];
        stack[at] = {squared[c], entry.level - 1, number};
      }
    }
  }

 private:
  struct Entry {
    float squared;
    std::int32_t level, number;
  };

  // What is farther in single precision is farther.
  float limit_of(const MeshNearest<double>& best) const {
    const double distance =
        (1.0 + single_rounding) * (std::sqrt(best.distance_squared) + rounding_);
    return static_cast<float>(distance * distance);
  }

  const MeshView<double>& view_;
  double rounding_;
};

}  // namespace

void fill_distances(MeshArrays& body, const InsideBits& inside, int threads) {
  MeshView<double>& view = body.view;
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
  const NearestFacetSearch search(view);
  parallel_for(static_cast<std::int64_t>(runs.size()), threads, [&](std::int64_t item) {
    const int r = static_cast<int>(item);
    const int j = view.node_prism + r % view.node_prisms,
              k = view.node_slice + r / view.node_prisms;
    float* out = body.node_distance.data() + body.node_row[r].start;
    int nearest = 0;
    for (int i = runs[r].first; i < runs[r].end; ++i) {
      const Vec3<double> p = lower_corner(view, {i, j, k});
      MeshNearest<double> best;
      consider_facet(view, nearest, p, best);
      search.improve(p, best);
      nearest = best.facet;
      const double distance = std::sqrt(best.distance_squared);
      *out++ = static_cast<float>(inside.at(i, j, k) ? -distance : distance);
    }
  });
  view.node_row = body.node_row.data();
  view.node_distance = body.node_distance.data();
}

}  // namespace talus
