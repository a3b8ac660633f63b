// The radius R* of a contact: 1/R* = 1/R_a + 1/R_b. A flat surface has the inverse radius 0.
#pragma once

#include "talus/math/scalar.h"

namespace talus {

// Limits of the curvature radius of a surface, relative to the radius of the ball of equal volume:
// a flat side has an infinite radius and a ridge none. Chosen by measurement; no derivation.
inline constexpr double smallest_relative_radius = 0.25, largest_relative_radius = 4.0;

// R of a curved surface: the root of the product of its principal radii of curvature, `gaussian`,
// within the limits.
TALUS_HD inline double limited_curvature_radius(double gaussian, double size_radius) {
  const double least = smallest_relative_radius * size_radius;
  const double most = largest_relative_radius * size_radius;
  return gaussian < least ? least : most < gaussian ? most : gaussian;
}

TALUS_HD inline double effective_radius(double inverse_radius_a, double inverse_radius_b) {
  return 1.0 / (inverse_radius_a + inverse_radius_b);
}

// Of two spheres.
TALUS_HD inline double effective_radius_of_spheres(double radius_a, double radius_b) {
  return radius_a * radius_b / (radius_a + radius_b);
}

}  // namespace talus
