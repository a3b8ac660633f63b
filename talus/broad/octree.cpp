#include "talus/broad/octree.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "talus/broad/copies.h"

namespace talus::broad {
namespace {

struct Node {
  BoundingBox<double> reach;  // of the volume and all below
  Vec3<double> centre;
  Node* child[8];
  Node* twin;  // the next volume with exactly this centre
  std::int32_t volume;
};

// Which of the eight cells around a node's centre holds a point.
int cell_of(const Vec3<double>& centre, const Vec3<double>& point) {
  return (point.x >= centre.x) + 2 * (point.y >= centre.y) + 4 * (point.z >= centre.z);
}

void enlarge(BoundingBox<double>& reach, const BoundingBox<double>& box) {
  for (int axis = 0; axis < 3; ++axis) {
    reach.lower[axis] = std::min(reach.lower[axis], box.lower[axis]);
    reach.upper[axis] = std::max(reach.upper[axis], box.upper[axis]);
  }
}

// The tree under `root` with the new node in it.
Node* inserted(Node* root, Node* fresh) {
  if (root == nullptr) return fresh;
  enlarge(root->reach, fresh->reach);
  if (fresh->centre == root->centre) {
    fresh->twin = root->twin;
    root->twin = fresh;
  } else {
    Node*& child = root->child[cell_of(root->centre, fresh->centre)];
    child = inserted(child, fresh);
  }
  return root;
}

// The same order on every machine.
std::vector<std::int32_t> random_order(int count) {
  std::vector<std::int32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::mt19937_64 engine;
  for (int i = count - 1; i > 0; --i) std::swap(order[i], order[engine() % (i + 1)]);
  return order;
}

struct Search {
  int volume;
  BoundingBox<double> box;
  const Copies& copies;
  PairList& pairs;
  Work& work;

  // Every two volumes find each other; the pair is that of the one with the lower number.
  void below(const Node* node) const {
    ++work.visits;
    if (!overlap(box, node->reach)) return;
    for (const Node* twin = node; twin != nullptr; twin = twin->twin) {
      if (twin->volume > volume) copies.compare(volume, twin->volume, pairs, work);
    }
    for (const Node* child : node->child) {
      if (child != nullptr) below(child);
    }
  }
};

}  // namespace

void octree(const Scene& scene, int /*threads*/, PairList& pairs, Work& work) {
  pairs.clear();
  work = {};
  const Copies copies(scene);
  const std::vector<std::int32_t> order = random_order(copies.count());
  std::vector<Node> nodes(copies.count());
  Node* root = nullptr;
  for (int i = 0; i < copies.count(); ++i) {
    const BoundingBox<double>& box = copies.box()[order[i]];
    nodes[i] = {box, 0.5 * box.lower + 0.5 * box.upper, {}, nullptr, order[i]};
    root = inserted(root, &nodes[i]);
  }
  work.bytes =
      copies.bytes() + order.capacity() * sizeof(std::int32_t) + nodes.capacity() * sizeof(Node);
  if (root == nullptr) return;
  for (int i = 0; i < copies.count(); ++i) {
    Search{i, copies.box()[i], copies, pairs, work}.below(root);
  }
}

}  // namespace talus::broad
