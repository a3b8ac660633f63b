// Volume, centroid and inertia of bodies of density 1.
#pragma once

#include <variant>

#include "talus/shape/ellipsoid.h"
#include "talus/shape/half_space.h"
#include "talus/shape/polyhedron.h"
#include "talus/shape/segment.h"
#include "talus/shape/sphere.h"
#include "talus/shape/superquadric/superquadric.h"

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

// Of any Shape, which is not known here, since the bodies that it can be have mass properties of
// their own. Throws ShapeError for a half-space, which is unbounded.
template <class... Bodies>
MassProperties mass_properties(const std::variant<Bodies...>& shape);

}  // namespace talus
