#include "talus/broad/published/octree.h"

#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "talus/broad/published/copies.h"
#include "talus/broad/published/octree_node.h"

namespace talus::broad {
namespace {

struct Search {
  int volume;
  BoundingBox<double> box;
  const Copies& copies;
  PairList& pairs;
  Work& work;

  // Every two volumes find each other; the pair is that of the one with the lower number.
  void below(const OctreeNode* node) const {
    ++work.visits;
    if (!overlap(box, node->reach)) return;
    for (const OctreeNode* twin = node; twin != nullptr; twin = twin->twin) {
      if (twin->volume > volume) copies.compare(volume, twin->volume, pairs, work);
    }
    for (const OctreeNode* child : node->child) {
      if (child != nullptr) below(child);
    }
  }
};

}  // namespace

std::vector<std::int32_t> octree_order(int count) {
  std::vector<std::int32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::mt19937_64 engine;
  for (int i = count - 1; i > 0; --i) std::swap(order[i], order[engine() % (i + 1)]);
  return order;
}

void octree(const Scene& scene, int /*threads*/, PairList& pairs, Work& work) {
  pairs.clear();
  work = {};
  const Copies copies(scene);
  const std::vector<std::int32_t> order = octree_order(copies.count());
  std::vector<OctreeNode> nodes(copies.count());
  OctreeNode* root = nullptr;
  for (int i = 0; i < copies.count(); ++i) {
    nodes[i] = octree_node(copies.box()[order[i]], order[i]);
    root = inserted(root, &nodes[i]);
  }
  work.bytes = copies.bytes() + order.capacity() * sizeof(std::int32_t) +
               nodes.capacity() * sizeof(OctreeNode);
  if (root == nullptr) return;
  for (int i = 0; i < copies.count(); ++i) {
    Search{i, copies.box()[i], copies, pairs, work}.below(root);
  }
}

}  // namespace talus::broad
