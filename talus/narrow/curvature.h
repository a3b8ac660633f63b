// The radii of curvature of both bodies at their contact points, which Hertz and lubrication laws
// need (P1 Appendix B).
//
// A radius is infinite on a half-space, on a polyhedron's face, along its edge and on the flat
// sides of a superquadric of exponents above 2; it is zero across an edge, at a vertex, and on the
// ridges of a superquadric of exponents below 2. A Hertz law with such a radius fails: it can use
// the manifold's `equivalent_radius`, which is finite at any overlap.
#pragma once

#include <optional>

#include "talus/narrow/contact.h"
#include "talus/shape/ellipsoid_curvature.h"

namespace talus {

struct ContactCurvature {
  CurvatureRadii<double> a, b;  // directions in the world's frame
};

// From the contact's normal and points. Nothing for segments and concave bodies, and for a contact
// that failed.
std::optional<ContactCurvature> curvature_at(const Contact<double>& contact, const Shape& a,
                                             const Pose<double>& pose_a, const Shape& b,
                                             const Pose<double>& pose_b);

}  // namespace talus
