#include "study/broad/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "study/broad/distributions.h"
#include "study/broad/measure.h"
#include "talus/broad/published/heapsort.h"
#include "talus/broad/published/octree_node.h"

namespace study::broad {
namespace {

using talus::broad::OctreeNode;
using talus::broad::overlap;
using Boxes = std::vector<talus::BoundingBox<double>>;
using Pairs = std::vector<talus::broad::BodyPair>;

template <class Action>
double best_seconds(int repeats, Action action) {
  double best = 0;
  for (int i = 0; i < repeats; ++i) {
    const double begin = processor_seconds();
    action();
    const double seconds = processor_seconds() - begin;
    best = i == 0 ? seconds : std::min(best, seconds);
  }
  return best;
}

// The sort of the paper alone: three lists by a heap sort.
void sort_three_lists(const Boxes& box) {
  std::vector<std::pair<double, std::int32_t>> heap(box.size());
  for (int axis = 0; axis < 3; ++axis) {
    for (std::size_t i = 0; i < box.size(); ++i) {
      heap[i] = {box[i].lower[axis], static_cast<std::int32_t>(i)};
    }
    std::make_heap(heap.begin(), heap.end());
    std::sort_heap(heap.begin(), heap.end());
  }
}

// The same tree as by inserted(), without recursion.
void insert_by_loop(OctreeNode*& root, OctreeNode* fresh) {
  OctreeNode** at = &root;
  while (*at != nullptr) {
    OctreeNode* const node = *at;
    talus::broad::enlarge(node->reach, fresh->reach);
    if (fresh->centre == node->centre) {
      fresh->twin = node->twin;
      node->twin = fresh;
      return;
    }
    at = &node->child[talus::broad::cell_of(node->centre, fresh->centre)];
  }
  *at = fresh;
}

struct Tree {
  std::vector<OctreeNode> nodes;
  OctreeNode* root = nullptr;

  template <class Insert>
  Tree(const Boxes& box, Insert insert) : nodes(box.size()) {
    const std::vector<std::int32_t> order =
        talus::broad::octree_order(static_cast<int>(box.size()));
    for (std::size_t i = 0; i < box.size(); ++i) {
      nodes[i] = talus::broad::octree_node(box[order[i]], order[i]);
      insert(root, &nodes[i]);
    }
  }
};

Tree built_by_recursion(const Boxes& box) {
  return {box,
          [](OctreeNode*& root, OctreeNode* fresh) { root = talus::broad::inserted(root, fresh); }};
}

void meet(const OctreeNode* node, std::int32_t volume, const talus::BoundingBox<double>& box,
          const Boxes& boxes, Pairs& pairs) {
  for (const OctreeNode* twin = node; twin != nullptr; twin = twin->twin) {
    if (twin->volume > volume && overlap(box, boxes[twin->volume])) {
      pairs.push_back({volume, twin->volume});
    }
  }
}

void search_by_recursion(const OctreeNode* node, std::int32_t volume,
                         const talus::BoundingBox<double>& box, const Boxes& boxes, Pairs& pairs) {
  if (!overlap(box, node->reach)) return;
  meet(node, volume, box, boxes, pairs);
  for (const OctreeNode* child : node->child) {
    if (child != nullptr) search_by_recursion(child, volume, box, boxes, pairs);
  }
}

// The same visits in the same order, from a stack.
void search_by_loop(const OctreeNode* root, std::int32_t volume,
                    const talus::BoundingBox<double>& box, const Boxes& boxes,
                    std::vector<const OctreeNode*>& stack, Pairs& pairs) {
  stack.assign(1, root);
  while (!stack.empty()) {
    const OctreeNode* const node = stack.back();
    stack.pop_back();
    if (!overlap(box, node->reach)) continue;
    meet(node, volume, box, boxes, pairs);
    for (int i = 7; i >= 0; --i) {
      if (node->child[i] != nullptr) stack.push_back(node->child[i]);
    }
  }
}

struct Depth {
  std::uint64_t sum = 0;
  int most = 0;
};

Depth depth_of(const OctreeNode* root) {
  Depth depth;
  std::vector<std::pair<const OctreeNode*, int>> stack{{root, 1}};
  while (!stack.empty()) {
    const auto [node, level] = stack.back();
    stack.pop_back();
    depth.sum += level;
    depth.most = std::max(depth.most, level);
    for (const OctreeNode* child : node->child) {
      if (child != nullptr) stack.push_back({child, level + 1});
    }
  }
  return depth;
}

// Entries that searches in the sorted lists visit, counted by bisection, for three readings of
// section 2.3: every body searches to the end of its own box in one list, that of the axis on which
// all searches together are shortest, or that of x; or every body takes the list in which its own
// search is shortest. Then the partner may search another list, so that both have to search both
// ways: from the longest box before the body's beginning on.
struct ListVisits {
  std::uint64_t best_axis{}, x_axis{}, own_axis{};
};

ListVisits visits_of_lists(const Boxes& box) {
  std::vector<std::uint64_t> own(box.size(), std::numeric_limits<std::uint64_t>::max());
  ListVisits visits;
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<double> begin;
    double longest = 0;
    for (const auto& b : box) {
      begin.push_back(b.lower[axis]);
      longest = std::max(longest, b.upper[axis] - b.lower[axis]);
    }
    std::sort(begin.begin(), begin.end());
    const auto rank = [&](double ordinate) {
      return static_cast<std::uint64_t>(std::upper_bound(begin.begin(), begin.end(), ordinate) -
                                        begin.begin());
    };
    std::uint64_t forward = 0;
    for (std::size_t i = 0; i < box.size(); ++i) {
      const std::uint64_t end = rank(box[i].upper[axis]);
      forward += end - rank(box[i].lower[axis]);
      own[i] = std::min(own[i], end - rank(box[i].lower[axis] - longest));
    }
    if (axis == 0) visits.x_axis = visits.best_axis = forward;
    visits.best_axis = std::min(visits.best_axis, forward);
  }
  for (const std::uint64_t count : own) visits.own_axis += count;
  return visits;
}

nlohmann::json parts_of_heapsort(const BodySet& set, int repeats) {
  talus::broad::PairList pairs;
  talus::broad::Work work;
  const double sort = best_seconds(repeats, [&] { sort_three_lists(set.box); });
  const double all =
      best_seconds(repeats, [&] { talus::broad::heapsort(set.scene(), 1, pairs, work); });
  const ListVisits lists = visits_of_lists(set.box);
  return {{"sort", sort},
          {"search", all - sort},
          {"visits", work.visits},
          {"visits_best_axis", lists.best_axis},
          {"visits_x_axis", lists.x_axis},
          {"visits_own_axis", lists.own_axis},
          {"bytes", work.bytes},
          {"pairs", pairs.pair.size()}};
}

nlohmann::json parts_of_octree(const BodySet& set, int repeats) {
  const double recursive_build = best_seconds(repeats, [&] { built_by_recursion(set.box); });
  const double loop_build = best_seconds(repeats, [&] { Tree(set.box, insert_by_loop); });
  const Tree tree = built_by_recursion(set.box);
  Pairs recursive, loop;
  const auto bodies = static_cast<std::int32_t>(set.box.size());
  const double recursive_search = best_seconds(repeats, [&] {
    recursive.clear();
    for (std::int32_t i = 0; i < bodies; ++i) {
      search_by_recursion(tree.root, i, set.box[i], set.box, recursive);
    }
  });
  std::vector<const OctreeNode*> stack;
  const double loop_search = best_seconds(repeats, [&] {
    loop.clear();
    for (std::int32_t i = 0; i < bodies; ++i) {
      search_by_loop(tree.root, i, set.box[i], set.box, stack, loop);
    }
  });
  if (loop != recursive) throw std::runtime_error("study: the tree finds other pairs by a stack");
  talus::broad::PairList pairs;
  talus::broad::Work work;
  talus::broad::find_scheme("octree")->find(set.scene(), 1, pairs, work);
  const Depth depth = depth_of(tree.root);
  return {{"build", recursive_build},
          {"build_by_loop", loop_build},
          {"search", recursive_search},
          {"search_by_loop", loop_search},
          {"mean_depth", static_cast<double>(depth.sum) / bodies},
          {"depth", depth.most},
          {"visits", work.visits},
          {"bytes", work.bytes},
          {"pairs", loop.size()}};
}

}  // namespace

nlohmann::json run_parts(int bodies, int repeats, unsigned seed) {
  nlohmann::json rows = nlohmann::json::array();
  for (const Distribution& distribution : distributions().first(studied)) {
    const BodySet set = distribution.make(bodies, seed);
    rows.push_back({{"distribution", distribution.name},
                    {"bodies", bodies},
                    {"heapsort", parts_of_heapsort(set, repeats)},
                    {"octree", parts_of_octree(set, repeats)}});
    fmt::print("parts of heapsort and octree: {}\n", distribution.name);
  }
  return rows;
}

}  // namespace study::broad
