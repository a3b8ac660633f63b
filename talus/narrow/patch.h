// The contact patch of two bodies, projected along the contact normal n. How it is computed, and
// how far it is continuous: polyhedron_polyhedron/polyhedron_polyhedron_manifold.h for two
// polyhedra, convex_convex/convex_contact_patch.h for all pairs with a curved body.
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
  T depth{};              // overlap for which the patch was computed: at least the skin
};

// The radius of the ball that has a patch of this area when it overlaps a plane by the patch's
// depth.
template <class T>
TALUS_HD T equivalent_radius(const Patch<T>& patch) {
  constexpr T two_pi = T(6.2831853071795865);
  return patch.area / (two_pi * patch.depth);
}

}  // namespace talus
