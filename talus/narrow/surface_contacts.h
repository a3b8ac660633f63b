// All contact points of a mesh with another body, for simulations: the sample points of either
// surface that lie inside the other body, each with the area that it represents.
//
// The points form a bed of springs: with the force stiffness * area * depth along the gradient of
// the depth, the energy is the sum of stiffness * area * depth^2 / 2, a function of the poses
// alone. Each surface has half of the areas; against a half-space the mesh has all. The depth is
// the distance to the nearest surface, so that a body deeper than its middle leaves on the far
// side.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/math/pose.h"
#include "talus/shape/shape.h"
#include "talus/shape/surface_cloud.h"

namespace talus {

struct SurfaceContact {
  // Of the sample: the same point of the same body keeps it from step to step. Its index in A's
  // cloud, or in B's plus surface_key_of_b.
  std::int32_t key{};
  Vec3<double> point{};   // in the world
  Vec3<double> normal{};  // unit, from A to B
  double depth{};         // > 0
  double slope{};  // slope * normal is the gradient of the depth: the force on B is stiffness *
                   // area * depth * slope * normal; about 1
  double area{};   // represented by the point; halved if both surfaces have points
};

inline constexpr std::int32_t surface_key_of_b = 1 << 30;

// A shape with its cloud, which the caller makes once per shape.
struct SurfaceBody {
  const Shape* shape{};
  const SurfaceCloud* cloud{};
};

// A caller's cache of a pair: the points near the other body, and the relative pose at which they
// were listed. Until the bodies have moved by more than the margin no other point can be inside,
// and only these are evaluated. The result is the same as without a cache. Any contents are safe
// for the two bodies, in this order, for which they were made.
struct SurfaceCache {
  static constexpr int capacity = 128;
  RelativePose<double> listed_at{};
  double margin{};          // 0: the list is empty
  double depth{};           // of contacts that the list is made for (mesh_contacts.h)
  std::int32_t count[2]{};  // A's points, then B's
  std::int32_t point[capacity]{};
  // Lists of facets (mesh_contacts.h): m, lower bound on the distance of each from the body, and
  // the least of them, at most the margin.
  float apart[capacity]{};
  double least{};
};

// Appends to `found`, in the order of the keys. For a mesh with any body, or any two bodies with
// volume, one of which may be a half-space. Swapping A and B turns the
// normals around and gives the same points, B's before A's.
void surface_contacts(const SurfaceBody& a, const Pose<double>& pose_a, const SurfaceBody& b,
                      const Pose<double>& pose_b, std::vector<SurfaceContact>& found,
                      SurfaceCache* cache = nullptr);

}  // namespace talus
