// The facets of a mesh near a convex body (mesh_contacts.h).
#pragma once

#include <cstdint>

#include "talus/math/pose.h"

namespace talus {

// A caller's cache of a pair: the facets near the other body, and the relative pose at which they
// were listed. Until the bodies have moved by more than the margin no other facet can be touched,
// and only these are evaluated. The result is the same as without a cache. Any contents are safe
// for the two bodies, in this order, for which they were made.
struct SurfaceCache {
  // A choice: 1 kB of memory per pair. Pairs with more facets within the smallest margin list them
  // in every step.
  static constexpr int capacity = 128;
  RelativePose<double> listed_at{};
  double margin{};       // 0: the list is empty
  double depth{};        // of contacts that the list is made for
  std::int32_t count{};  // facets
  std::int32_t point[capacity]{};
  // m, lower bound on the distance of each from the body, and the least of them, at most the
  // margin.
  float apart[capacity]{};
  double least{};
};

}  // namespace talus
