// Random convex grains: the convex hull of random points on an ellipsoid.
#pragma once

#include <cstdint>

#include "talus/shape/polyhedron.h"

namespace talus {

struct RandomPolyhedron {
  int vertices = 26;                      // all of them are corners
  Vec3<double> semi_axes{1.0, 1.0, 1.0};  // of the ellipsoid; equal: round grains
};

// The grain number `variant` of this seed, the same on every machine. Throws ShapeError for
// settings that give no body.
Polyhedron random_polyhedron(const RandomPolyhedron& settings, std::uint64_t seed,
                             std::uint64_t variant);

}  // namespace talus
