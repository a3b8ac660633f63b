// Volume, centroid and inertia of bodies of density 1.
#pragma once

#include "talus/shape/shape.h"

namespace talus {

struct MassProperties {
  double volume{};
  Vec3<double> centroid{};
  SymMat3<double> inertia;  // about the centroid, in the axes of the body
};

MassProperties mass_properties(const Sphere<double>& sphere);
MassProperties mass_properties(const Ellipsoid<double>& ellipsoid);
MassProperties mass_properties(const Superquadric<double>& superquadric);
MassProperties mass_properties(const Polyhedron& polyhedron);

// No volume and no inertia; the centroid is the middle.
MassProperties mass_properties(const Segment<double>& segment);

// Throws ShapeError for a half-space, which is unbounded.
MassProperties mass_properties(const Shape& shape);

}  // namespace talus
