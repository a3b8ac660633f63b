/// @file
/// A vector of three scalars.
#pragma once

#include "talus/math/select.h"

namespace talus {

/// A vector. Without an initialiser its components are undefined, so that arrays of points cost
/// nothing to declare; Vec3<T>{} is zero. It has the componentwise + and -, and * and / by a
/// scalar.
template <class T>
struct Vec3 {
  T x;  ///< First component.
  T y;  ///< Second component.
  T z;  ///< Third component.

  /// @param i 0, 1 or 2.
  /// @return The component.
  TALUS_HD constexpr T& operator[](int i) { return i == 0 ? x : (i == 1 ? y : z); }
  /// @param i 0, 1 or 2.
  /// @return The component.
  TALUS_HD constexpr const T& operator[](int i) const { return i == 0 ? x : (i == 1 ? y : z); }

  /// @cond
  TALUS_HD friend constexpr Vec3 operator+(const Vec3& u, const Vec3& v) {
    return {u.x + v.x, u.y + v.y, u.z + v.z};
  }
  TALUS_HD friend constexpr Vec3 operator-(const Vec3& u, const Vec3& v) {
    return {u.x - v.x, u.y - v.y, u.z - v.z};
  }
  TALUS_HD friend constexpr Vec3 operator-(const Vec3& u) { return {-u.x, -u.y, -u.z}; }
  TALUS_HD friend constexpr Vec3 operator*(const T& s, const Vec3& v) {
    return {s * v.x, s * v.y, s * v.z};
  }
  TALUS_HD friend constexpr Vec3 operator*(const Vec3& v, const T& s) { return s * v; }
  TALUS_HD friend constexpr Vec3 operator/(const Vec3& v, const T& s) {
    return {v.x / s, v.y / s, v.z / s};
  }
  TALUS_HD friend constexpr bool operator==(const Vec3& u, const Vec3& v) {
    return u.x == v.x && u.y == v.y && u.z == v.z;
  }
  /// @endcond
};

/// @param u A vector.
/// @param v A vector.
/// @return The scalar product.
template <class T>
TALUS_HD constexpr T dot(const Vec3<T>& u, const Vec3<T>& v) {
  return u.x * v.x + u.y * v.y + u.z * v.z;
}

/// @param u A vector.
/// @param v A vector.
/// @return The vector product u x v.
template <class T>
TALUS_HD constexpr Vec3<T> cross(const Vec3<T>& u, const Vec3<T>& v) {
  return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

/// @param u A vector.
/// @param v A vector.
/// @return The products of their components.
template <class T>
TALUS_HD constexpr Vec3<T> multiply_componentwise(const Vec3<T>& u, const Vec3<T>& v) {
  return {u.x * v.x, u.y * v.y, u.z * v.z};
}

/// @param v A vector.
/// @return Its length squared.
template <class T>
TALUS_HD constexpr T norm_squared(const Vec3<T>& v) {
  return dot(v, v);
}

/// @param v A vector.
/// @return Its length.
template <class T>
TALUS_HD T norm(const Vec3<T>& v) {
  return square_root(norm_squared(v));
}

/// @param v A vector.
/// @return Its largest absolute component: a norm without a square root and without overflow.
template <class T>
TALUS_HD constexpr T max_norm(const Vec3<T>& v) {
  return larger(larger(absolute(v.x), absolute(v.y)), absolute(v.z));
}

/// @param v A vector that is not zero.
/// @return The unit vector along v.
template <class T>
TALUS_HD Vec3<T> normalized(const Vec3<T>& v) {
  return v / norm(v);
}

/// @cond
template <class N>
TALUS_INLINE Vec3<N> select_vector(const MaskOf<N>& mask, const Vec3<N>& yes, const Vec3<N>& no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}
/// @endcond

/// @param n A unit vector.
/// @return A unit vector orthogonal to n: n cross the coordinate axis that is least along it.
template <class T>
TALUS_HD Vec3<T> any_orthogonal(const Vec3<T>& n) {
  const T ax = absolute(n.x), ay = absolute(n.y), az = absolute(n.z);
  Vec3<T> axis{T(0), T(0), T(1)};
  if (ax <= ay && ax <= az) {
    axis = {T(1), T(0), T(0)};
  } else if (ay <= az) {
    axis = {T(0), T(1), T(0)};
  }
  return normalized(cross(n, axis));
}

}  // namespace talus
