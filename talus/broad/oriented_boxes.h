// Oriented boxes: the bounding box of a body in its own frame, turned with it. A long or flat body
// fills its oriented box much better than its axis-aligned one, so that fewer pairs are left for
// the narrow phase. Two are compared by the separating axes of boxes (Gottschalk et al. 1996):
// three of each, and the nine cross products of their edges.
#pragma once

#include <span>

#include "talus/broad/scene.h"
#include "talus/shape/shape.h"

namespace talus::broad {

struct OrientedBox {
  Vec3<double> centre{}, half{};
  Mat3<double> rotation = identity_matrix<double>();  // box to world
};

// A half-space has no box: an infinite one, which is never separated from anything.
OrientedBox oriented_box(const Shape& shape, const Pose<double>& pose);

// The axis-aligned box around it, for the search; a few roundings larger.
BoundingBox<double> box_around(const OrientedBox& box);

// True only if the boxes, b moved by `shift`, are apart by more than what rounding can hide.
bool are_separated(const OrientedBox& a, const OrientedBox& b, const Vec3<double>& shift);

// Removes the pairs whose oriented boxes are separated. One box for every volume.
void remove_separated_boxes(std::span<const OrientedBox> box, const Domain& domain, int threads,
                            PairList& pairs);

}  // namespace talus::broad
