// The radius R* of a contact: 1/R* = 1/R_a + 1/R_b. A flat surface has the inverse radius 0.
#pragma once

#include "talus/math/power.h"

namespace talus {

// Limits of the curvature radius of a surface, relative to the radius of the ball of equal volume:
// a flat side has an infinite radius and a ridge none. Chosen by measurement; no derivation.
inline constexpr double smallest_relative_radius = 0.25, largest_relative_radius = 4.0;

// The same for flat sides and for the edges between them. A polyhedron has the radius of the ball,
// but the depth of a face of four vertices is rounded off to 4^(1/16) times the overlap: in the
// force the factor 4^(5/32), as that of 4^(5/16) in the radius. The depth of a level side of a
// superquadric of a large exponent, which bulges by 5/8 15/8 / 16 of it
// (narrow/flat_superquadric/bulged_body.h), is 1.079 times the overlap, to the fifth power 1.462:
// 4^(5/16) / 1.462.
inline constexpr double smallest_flat_radius = 1.0, largest_flat_radius = 1.054;

// How flat the sides of a superquadric are: 0 up to an exponent of 4, 1 for an infinite one. Its
// limits pass from those of smooth surfaces to those of a polyhedron with it.
TALUS_HD inline double flatness(double exponent) {
  return exponent > 4.0 ? 1.0 - 4.0 / exponent : 0.0;
}

// R of a curved surface: the root of the product of its principal radii of curvature, `gaussian`,
// within the limits.
TALUS_HD inline double limited_curvature_radius(double gaussian, double size_radius,
                                                double flat = 0.0) {
  const auto limit = [&](double smooth, double of_flat) {
    return size_radius * (flat > 0.0 ? smooth * power(of_flat / smooth, flat) : smooth);
  };
  const double least = limit(smallest_relative_radius, smallest_flat_radius);
  const double most = limit(largest_relative_radius, largest_flat_radius);
  return gaussian < least ? least : most < gaussian ? most : gaussian;
}

// R* on a surface that is curved in one direction only, with this curvature (1/m, negative:
// concave): the root of the product of the two relative principal radii. A body that fits closely
// into a concave surface has at most `largest_relative_radius` times its own radius.
TALUS_HD inline double effective_radius_on_cylinder(double inverse_radius, double curvature) {
  constexpr double least = 1.0 / (largest_relative_radius * largest_relative_radius);
  const double relative = 1.0 + curvature / inverse_radius;
  return 1.0 / (inverse_radius * square_root(relative < least ? least : relative));
}

TALUS_HD inline double effective_radius(double inverse_radius_a, double inverse_radius_b) {
  return 1.0 / (inverse_radius_a + inverse_radius_b);
}

// Of two spheres.
TALUS_HD inline double effective_radius_of_spheres(double radius_a, double radius_b) {
  return radius_a * radius_b / (radius_a + radius_b);
}

}  // namespace talus
