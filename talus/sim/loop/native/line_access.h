// Loads and stores of N, a double or a pack of eight: rows hold one number of each of eight
// contacts or bodies side by side; lines hold the numbers of one contact or body, anywhere in
// memory.
#pragma once

#include "talus/math/host_device.h"
#include "talus/math/mat3.h"
#include "talus/math/vec3.h"

namespace talus {

using Row = double[8];
struct VectorRows {
  Row x, y, z;
};
struct MatrixRows {
  VectorRows row0, row1, row2;
};

// The double of lane `at`; packs are in pack_access.h.
template <class N>
struct LineAccess;

template <>
struct LineAccess<double> {
  static double row(const Row& row, int at) { return row[at]; }
  static void set_row(Row& row, int at, double value) { row[at] = value; }
  template <int count>
  static void load(const double* const* line, int at, double* column) {
    for (int j = 0; j < count; ++j) column[j] = line[at][j];
  }
  // The first `lines` lines, eight numbers of each.
  static void store(const double* column, int at, int lines, double* const* line) {
    for (int j = 0; at < lines && j < 8; ++j) line[at][j] = column[j];
  }
  // Adds p and q to eight numbers of each of the first `lines` lines.
  static void add(const double* p, const double* q, int at, int lines, double* const* line_p,
                  double* const* line_q) {
    for (int j = 0; at < lines && j < 8; ++j) {
      line_p[at][j] = line_p[at][j] + p[j];
      line_q[at][j] = line_q[at][j] + q[j];
    }
  }
  // Whether the lane is below `count`.
  static bool used(int at, int count) { return at < count; }
};

template <class N>
TALUS_INLINE Vec3<N> vector_from(const VectorRows& rows, int at) {
  using Access = LineAccess<N>;
  return {Access::row(rows.x, at), Access::row(rows.y, at), Access::row(rows.z, at)};
}

template <class N>
TALUS_INLINE Mat3<N> matrix_from(const MatrixRows& rows, int at) {
  return {vector_from<N>(rows.row0, at), vector_from<N>(rows.row1, at),
          vector_from<N>(rows.row2, at)};
}

template <class N>
TALUS_INLINE void set_vector(VectorRows& rows, int at, const Vec3<N>& v) {
  using Access = LineAccess<N>;
  Access::set_row(rows.x, at, v.x);
  Access::set_row(rows.y, at, v.y);
  Access::set_row(rows.z, at, v.z);
}

}  // namespace talus
