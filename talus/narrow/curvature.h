// The radii of curvature of both bodies at their contact points, which Hertz and lubrication laws
// need (P1 Appendix B).
#pragma once

#include <optional>

#include "talus/narrow/contact.h"
#include "talus/shape/ellipsoid_curvature.h"

namespace talus {

struct ContactCurvature {
  CurvatureRadii<double> a, b;  // directions in the world's frame
};

// From the contact's normal. Nothing unless both bodies are spheres or ellipsoids, and for a
// contact that failed.
std::optional<ContactCurvature> curvature_at(const Contact<double>& contact, const Shape& a,
                                             const Pose<double>& pose_a, const Shape& b,
                                             const Pose<double>& pose_b);

}  // namespace talus
