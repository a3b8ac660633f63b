// What the time loop needs to know of a body beyond its shape: one entry per shape, for density 1.
#pragma once

#include <string>
#include <vector>

#include "talus/math/mat3.h"
#include "talus/shape/shape.h"

namespace talus {

struct BodyFacts {
  bool bounded{};            // false: a half-space
  double volume{};           // m3
  Vec3<double> centroid{};   // in the shape's frame
  bool centred{};            // the centroid is the origin and the axes are principal
  Mat3<double> principal{};  // from principal axes to the shape's
  Vec3<double> inertia{};    // principal, for density 1
  double reach{};            // largest distance of a point from the centroid
  double size_radius{};      // of the ball of equal volume
};

// Throws ShapeError for a shape without a volume (a segment) other than a half-space.
BodyFacts body_facts(const Shape& shape);

// Eigenvalues and, as columns, eigenvectors (a rotation) of a symmetric matrix, by Jacobi's method.
void principal_axes(const SymMat3<double>& matrix, Vec3<double>& values, Mat3<double>& axes);

}  // namespace talus
