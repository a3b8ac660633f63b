/// @file
/// The shapes that a few numbers describe, and bounding volumes: plain structs that kernels and
/// device code share. Lengths are in any one unit; a simulation uses metres.
///
/// The make_ functions check their arguments and throw ShapeError; fields that are set directly are
/// not checked, and a query on invalid fields returns Status::degenerate_input.
#pragma once

#include "talus/math/vec3.h"

namespace talus {

/// A sphere around a body. Frame: the body's, or the world's where a function says so.
template <class T>
struct BoundingSphere {
  Vec3<T> centre{};  ///< Length.
  T radius{};        ///< Length.
};

/// An axis-aligned box around a body. Frame: the body's, or the world's where a function says so.
template <class T>
struct BoundingBox {
  Vec3<T> lower{};  ///< Smallest coordinates, length.
  Vec3<T> upper{};  ///< Largest coordinates, length.
};

/// A sphere around the body's origin.
template <class T>
struct Sphere {
  T radius{};  ///< Length, positive.
};

/// An ellipsoid around the body's origin with its axes along the body's axes.
template <class T>
struct Ellipsoid {
  Vec3<T> semi_axes{};  ///< Lengths, positive.
};

/// A superquadric around the body's origin:
/// (|x/a|^n2 + |y/b|^n2)^(n1/n2) + |z/c|^n1 <= 1, convex for n1, n2 >= 1.
template <class T>
struct Superquadric {
  Vec3<T> semi_axes{};  ///< a, b and c: lengths, positive.
  T n1{};               ///< Exponent along z, >= 1; 2 for an ellipsoid.
  T n2{};               ///< Exponent of the x-y section, >= 1; 2 for an ellipsoid.
};

/// The solid half-space normal . x <= offset, in the body's frame. It is unbounded.
template <class T>
struct HalfSpace {
  Vec3<T> normal{};  ///< Unit, outward.
  T offset{};        ///< Length, from the body's origin along the normal.
};

/// A straight segment: a body without volume, such as a wire or an edge of a wall.
template <class T>
struct Segment {
  Vec3<T> from{};  ///< One end, in the body's frame.
  Vec3<T> to{};    ///< The other end, in the body's frame.
};

/// @param radius Length, finite and positive.
/// @return The sphere.
/// @throws ShapeError for any other radius.
Sphere<double> make_sphere(double radius);

/// @param semi_axes Lengths along the body's axes, finite and positive.
/// @return The ellipsoid.
/// @throws ShapeError for any other semi-axes.
Ellipsoid<double> make_ellipsoid(const Vec3<double>& semi_axes);

/// @param semi_axes Lengths along the body's axes, finite and positive.
/// @param n1 Exponent along z, finite and >= 1.
/// @param n2 Exponent of the x-y section, finite and >= 1.
/// @return The superquadric.
/// @throws ShapeError for any other values.
Superquadric<double> make_superquadric(const Vec3<double>& semi_axes, double n1, double n2);

/// @param normal Outward, finite and not zero; it is normalised.
/// @param offset Finite. Divided by the length of the normal, so that the set of solid points
///   stays the same.
/// @return The half-space normal . x <= offset.
/// @throws ShapeError for any other values.
HalfSpace<double> make_half_space(const Vec3<double>& normal, double offset);

/// @param from One end in the body's frame, finite.
/// @param to The other end in the body's frame, finite and different.
/// @return The segment.
/// @throws ShapeError for any other ends.
Segment<double> make_segment(const Vec3<double>& from, const Vec3<double>& to);

/// Radii of curvature of a surface at a point. A radius is infinite where the surface is flat and
/// zero where it is sharp.
template <class T>
struct CurvatureRadii {
  T smallest{};  ///< Smaller principal radius, length.
  T largest{};   ///< Larger principal radius, length.
  T gaussian{};  ///< Square root of the product, length; zero if either radius is zero.
  /// Unit tangent along which the surface is flattest; any tangent if both radii are equal.
  Vec3<T> direction_of_largest{};
};

}  // namespace talus
