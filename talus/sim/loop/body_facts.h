// What the time loop needs to know of a body beyond its shape: the same for all of one shape and
// material.
#pragma once

#include <cstdint>

#include "talus/math/mat3.h"
#include "talus/shape/shape.h"

namespace talus {

struct BodyFacts {
  std::int32_t shape = -1;  // its number; none of a mesh wall
  std::int32_t material{};
  bool bounded{};            // false: a half-space or a mesh wall
  double mass{};             // kg
  Vec3<double> centroid{};   // in the shape's frame
  bool centred{};            // the centroid is the origin and the axes are principal
  Mat3<double> principal{};  // from principal axes to the shape's
  Vec3<double> inertia{};    // kg m2, principal
  Vec3<double> inverse_inertia{};
  bool round{};          // all three are the same
  double reach{};        // m, largest distance of a point from the centroid
  double turn_reach{};   // the same, but 0 of a sphere: how far a turn moves its surface
  double size_radius{};  // m, of the ball of equal volume
};

// Throws ShapeError for a shape without a volume (a segment) other than a half-space.
// The density is in kg/m3.
BodyFacts body_facts(const Shape& shape, double density);

// Eigenvalues and, as columns, eigenvectors (a rotation) of a symmetric matrix, by Jacobi's method.
void principal_axes(const SymMat3<double>& matrix, Vec3<double>& values, Mat3<double>& axes);

}  // namespace talus
