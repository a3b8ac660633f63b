// A body type: bodies of the same shape and material, and what the time loop needs of them beyond
// the shape. A mesh wall is a type of its own.
#pragma once

#include <cstdint>

#include "talus/math/mat3.h"
#include "talus/physics/integrator.h"
#include "talus/shape/round_wall.h"
#include "talus/shape/shape.h"

namespace talus {

struct BodyType {
  std::int32_t shape = -1;        // its number; -1: a mesh wall
  const Shape* geometry{};        // null: a mesh wall
  const RoundWall* round_wall{};  // of a mesh wall with a true surface
  double surface_margin{};        // m, how far that is beyond its triangles
  std::int32_t material{};
  bool bounded{};          // false: a half-space or a mesh wall
  double mass{};           // kg
  Vec3<double> inertia{};  // kg m2, principal
  RotorOf<double> rotor{};
  SymMat3<double> inverse_inertia{};  // 1/(kg m2), in the shape's axes
  double reach{};                     // m, largest distance of a point from the centroid
  double size_radius{};               // m, of the ball of equal volume
  // m, of a ball about the centroid inside the body; 0: the centroid is outside.
  double inner_radius{};
  bool acts_as_polyhedron{};  // a mesh: MeshSolid::acts_as_polyhedron
};

// Throws ShapeError for a shape without a volume (a segment) other than a half-space.
// The density is in kg/m3.
BodyType body_type(const Shape& shape, double density);

// Eigenvalues and, as columns, eigenvectors (a rotation) of a symmetric matrix, by Jacobi's method.
void principal_axes(const SymMat3<double>& matrix, Vec3<double>& values, Mat3<double>& axes);

}  // namespace talus
