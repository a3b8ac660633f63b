// How N, one number or a pack of eight, comes from rows (eight numbers side by side, one of each
// contact or body) and from lines (the numbers of one of them, where they are in memory).
#pragma once

#include "talus/math/host_device.h"
#include "talus/math/vec3.h"

namespace talus {

using Row = double[8];

// One number, that of place `at`; packs are in pack_access.h.
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
};

template <class N>
TALUS_INLINE Vec3<N> vector_at(const N* column) {
  return {column[0], column[1], column[2]};
}

template <class N>
TALUS_INLINE Vec3<N> vector_from(const Row* rows, int at) {
  using Access = LineAccess<N>;
  return {Access::row(rows[0], at), Access::row(rows[1], at), Access::row(rows[2], at)};
}

template <class N>
TALUS_INLINE void set_vector(Row* rows, int at, const Vec3<N>& v) {
  using Access = LineAccess<N>;
  Access::set_row(rows[0], at, v.x);
  Access::set_row(rows[1], at, v.y);
  Access::set_row(rows[2], at, v.z);
}

}  // namespace talus
