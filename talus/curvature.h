/// @file
/// The radii of curvature of both bodies at their contact points, for Hertz and lubrication laws
/// (P1, Appendix B).
#pragma once

#include <optional>

#include "talus/contact.h"
#include "talus/shape.h"

namespace talus {

/// The curvature of both surfaces at a contact.
///
/// A radius is infinite on a half-space, on a face of a polyhedron, along its edges and on the flat
/// sides of a superquadric with exponents above 2. It is zero across an edge, at a vertex, and on
/// the ridges of a superquadric with exponents below 2. A Hertz law cannot use such a radius;
/// Manifold::equivalent_radius is finite at any overlap.
struct ContactCurvature {
  CurvatureRadii<double> a;  ///< Of body A; directions in the world's frame.
  CurvatureRadii<double> b;  ///< Of body B; directions in the world's frame.
};

/// @param contact The answer of contact() for this pair at these poses.
/// @param a Shape of body A.
/// @param pose_a Pose of A in the world.
/// @param b Shape of body B.
/// @param pose_b Pose of B in the world.
/// @return None for segments and meshes, and for a contact that failed. Thread-safe.
std::optional<ContactCurvature> curvature_at(const Contact<double>& contact, const Shape& a,
                                             const Pose<double>& pose_a, const Shape& b,
                                             const Pose<double>& pose_b);

}  // namespace talus
