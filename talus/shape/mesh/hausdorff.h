// How far apart two surfaces are at most: the Hausdorff distance, sampled in both directions.
//
// Facets are sampled at their corners, their middle and points on them that are no farther apart
// than a given spacing; the facets with the largest distances again, sixteen times as densely. The
// distance is 1-Lipschitz, so the true one is at most spacing / sqrt(3) larger.
// Between samples of smooth surfaces it is larger by a few per cent of itself.
#pragma once

#include <array>
#include <vector>

#include "talus/math/vec3.h"

namespace talus {

struct SurfaceMesh {
  const std::vector<Vec3<double>>& vertices;
  const std::vector<std::array<int, 3>>& triangles;
};

// From every point of `from` to the nearest one of `to`. The same for any number of threads.
double largest_distance(const SurfaceMesh& from, const SurfaceMesh& to, double spacing,
                        int threads);

}  // namespace talus
