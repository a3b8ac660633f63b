/// @file
/// A 3x3 matrix by rows, and the symmetric ones that Hessians and inertia tensors need.
#pragma once

#include "talus/math/vec3.h"

namespace talus {

/// A 3x3 matrix; * multiplies it with a vector or a matrix.
template <class T>
struct Mat3 {
  Vec3<T> row0;  ///< First row.
  Vec3<T> row1;  ///< Second row.
  Vec3<T> row2;  ///< Third row.

  /// @cond
  TALUS_HD friend constexpr Vec3<T> operator*(const Mat3& m, const Vec3<T>& v) {
    return {dot(m.row0, v), dot(m.row1, v), dot(m.row2, v)};
  }
  /// @endcond
};

/// @param m A matrix.
/// @param v A vector.
/// @return m^T v, without forming the transpose.
template <class T>
TALUS_HD constexpr Vec3<T> transpose_times(const Mat3<T>& m, const Vec3<T>& v) {
  return {m.row0.x * v.x + m.row1.x * v.y + m.row2.x * v.z,
          m.row0.y * v.x + m.row1.y * v.y + m.row2.y * v.z,
          m.row0.z * v.x + m.row1.z * v.y + m.row2.z * v.z};
}

/// @param m A matrix.
/// @return Its transpose.
template <class T>
TALUS_HD constexpr Mat3<T> transpose(const Mat3<T>& m) {
  return {{m.row0.x, m.row1.x, m.row2.x},
          {m.row0.y, m.row1.y, m.row2.y},
          {m.row0.z, m.row1.z, m.row2.z}};
}

/// @param p A matrix.
/// @param q A matrix.
/// @return The product p q.
template <class T>
TALUS_HD constexpr Mat3<T> operator*(const Mat3<T>& p, const Mat3<T>& q) {
  return {transpose_times(q, p.row0), transpose_times(q, p.row1), transpose_times(q, p.row2)};
}

/// @return The identity.
template <class T>
TALUS_HD constexpr Mat3<T> identity_matrix() {
  return {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
}

/// A symmetric 3x3 matrix; it has the componentwise +, * by a scalar and * by a vector.
template <class T>
struct SymMat3 {
  T xx{};  ///< Entry (0, 0).
  T yy{};  ///< Entry (1, 1).
  T zz{};  ///< Entry (2, 2).
  T xy{};  ///< Entries (0, 1) and (1, 0).
  T xz{};  ///< Entries (0, 2) and (2, 0).
  T yz{};  ///< Entries (1, 2) and (2, 1).

  /// @cond
  TALUS_HD friend constexpr Vec3<T> operator*(const SymMat3& m, const Vec3<T>& v) {
    return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
            m.xz * v.x + m.yz * v.y + m.zz * v.z};
  }
  TALUS_HD friend constexpr SymMat3 operator+(const SymMat3& p, const SymMat3& q) {
    return {p.xx + q.xx, p.yy + q.yy, p.zz + q.zz, p.xy + q.xy, p.xz + q.xz, p.yz + q.yz};
  }
  TALUS_HD friend constexpr SymMat3 operator*(const T& s, const SymMat3& m) {
    return {s * m.xx, s * m.yy, s * m.zz, s * m.xy, s * m.xz, s * m.yz};
  }
  /// @endcond
};

/// @param v A vector.
/// @return v v^T.
template <class T>
TALUS_HD constexpr SymMat3<T> outer_square(const Vec3<T>& v) {
  return {v.x * v.x, v.y * v.y, v.z * v.z, v.x * v.y, v.x * v.z, v.y * v.z};
}

/// A symmetric 2x2 matrix: a form on a tangent plane, in the basis (t, u).
template <class T>
struct SymMat2 {
  T tt{};  ///< Entry (0, 0).
  T tu{};  ///< Entries (0, 1) and (1, 0).
  T uu{};  ///< Entry (1, 1).

  /// @cond
  TALUS_HD friend constexpr SymMat2 operator+(const SymMat2& p, const SymMat2& q) {
    return {p.tt + q.tt, p.tu + q.tu, p.uu + q.uu};
  }
  /// @endcond
};

/// @param u A vector.
/// @param m A matrix.
/// @param v A vector.
/// @return u^T m v.
template <class T>
TALUS_HD constexpr T quadratic_form(const Vec3<T>& u, const SymMat3<T>& m, const Vec3<T>& v) {
  return dot(u, m * v);
}

}  // namespace talus
