// How far apart two surfaces are at most: the Hausdorff distance, between two bounds.
//
// The distance to a single triangle is convex, so over a facet it is largest at a corner; the
// nearest triangle of any corner therefore bounds the distance over the whole facet from above,
// and the distance of a corner bounds it from below. Where the two differ the facet is cut into
// four (M. Tang, M. Lee and Y. J. Kim, Interactive Hausdorff distance computation for general
// polygonal models, 2009), a few times: where the nearest triangles of the corners never agree
// (around a sharp edge) some distance between the bounds is left.
#pragma once

#include <array>
#include <vector>

#include "talus/math/vec3.h"

namespace talus {

struct SurfaceMesh {
  const std::vector<Vec3<double>>& vertices;
  const std::vector<std::array<int, 3>>& triangles;
};

struct DistanceBounds {
  double lower{}, upper{};
};

// The same for any number of threads.
DistanceBounds hausdorff_distance(const SurfaceMesh& a, const SurfaceMesh& b, int threads);

}  // namespace talus
