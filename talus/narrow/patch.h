// The patch in which two bodies meet, seen along the contact normal n: what every pair's manifold
// answers. How it is found, and how far it is continuous: polyhedron_polyhedron/manifold.h for two
// polyhedra, convex_convex/patch.h for all pairs with a curved body.
#pragma once

#include "talus/manifold.h"

namespace talus {

template <class T>
struct Patch {
  bool found{};  // false: no overlap along n even when pressed; a point between the contact points
  bool exceeded{};                          // the storage was too small; nothing else is set then
  ContactFeature feature_a{}, feature_b{};  // what lies in the contact plane
  int corner_count{};
  T area{};
  Vec3<T> centroid{};     // of the area, in the contact plane
  Vec3<T> force_point{};  // the centroid of the overlap
  T mean_depth{};         // over the area
  T depth{};              // at which the bodies were looked at: their overlap, at least the skin
};

// Of the ball that has a patch of this area when it overlaps a plane by as much.
template <class T>
TALUS_HD T equivalent_radius(const Patch<T>& patch) {
  return patch.area / (T(6.2831853071795865) * patch.depth);
}

}  // namespace talus
