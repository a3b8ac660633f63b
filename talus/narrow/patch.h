// The contact patch of two bodies, projected along the contact normal n. How it is computed, and
// how far it is continuous: polyhedron_polyhedron/polyhedron_polyhedron_manifold.h for two
// polyhedra, convex_convex/convex_contact_patch.h for all pairs with a curved body.
#pragma once

#include "talus/math/vec3.h"

namespace talus {

// The feature of a body that lies in the contact plane; a curved surface touches it in a point or
// an almost flat spot.
enum class ContactFeature { vertex, edge, face, curved };

template <class T>
struct ManifoldSettings {
  // Least overlap for which the patch is computed, relative to the smaller bounding radius.
  T skin = epsilon_of<T>() < T(1e-10) ? T(1e-6) : T(1e-3);
  // An edge inclined to the contact plane by less than this (radian) counts as lying in it.
  T flat = epsilon_of<T>() < T(1e-10) ? T(1e-6) : T(1e-3);
};

// A corner of the patch in the contact plane, which passes through the force point orthogonal to n.
template <class T>
struct PatchCorner {
  Vec3<T> point{};
  T depth{};  // of the overlap along n, here; negative: a gap
};

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
