// The node of the octree, and how one is put into the tree (P4 section 2.2). Apart from the search,
// so that study/broad can build the same tree and search it without recursion.
#pragma once

#include "talus/broad/scene.h"

namespace talus::broad {

struct OctreeNode {
  BoundingBox<double> reach;  // of the volume and all below
  Vec3<double> centre;
  OctreeNode* child[8];
  OctreeNode* twin;  // the next volume with exactly this centre
  std::int32_t volume;
};

inline OctreeNode octree_node(const BoundingBox<double>& box, std::int32_t volume) {
  return {box, 0.5 * box.lower + 0.5 * box.upper, {}, nullptr, volume};
}

// Which of the eight cells around a node's centre holds a point.
inline int cell_of(const Vec3<double>& centre, const Vec3<double>& point) {
  return (point.x >= centre.x) + 2 * (point.y >= centre.y) + 4 * (point.z >= centre.z);
}

// The tree under `root` with the new node in it.
inline OctreeNode* inserted(OctreeNode* root, OctreeNode* fresh) {
  if (root == nullptr) return fresh;
  enlarge(root->reach, fresh->reach);
  if (fresh->centre == root->centre) {
    fresh->twin = root->twin;
    root->twin = fresh;
  } else {
    OctreeNode*& child = root->child[cell_of(root->centre, fresh->centre)];
    child = inserted(child, fresh);
  }
  return root;
}

// In which order volumes are inserted: a random one, the same on every machine.
std::vector<std::int32_t> octree_order(int count);

}  // namespace talus::broad
