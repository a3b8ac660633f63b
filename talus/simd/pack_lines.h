// Transposition between packs and lines: a line holds the numbers of one contact or body, anywhere
// in memory; pack j holds number j of every line. Only for kernel sources (cmake/simd.cmake).
#pragma once

#include "talus/simd/pack.h"

#if defined(TALUS_SIMD_KERNEL)

namespace talus {

// Rows become columns, for registers of eight, four, two numbers and one.
template <class Vector>
TALUS_INLINE void transpose(Vector (&r)[8]) {
  Vector t[8], u[8];
  for (int i = 0; i < 8; i += 2) {
    t[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    t[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int i = 0; i < 8; i += 4) {
    for (int k = i; k < i + 2; ++k) {
      u[k] = __builtin_shufflevector(t[k], t[k + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      u[k + 2] = __builtin_shufflevector(t[k], t[k + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  }
  for (int i = 0; i < 4; ++i) {
    r[i] = __builtin_shufflevector(u[i], u[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    r[i + 4] = __builtin_shufflevector(u[i], u[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

template <class Vector>
TALUS_INLINE void transpose(Vector (&r)[4]) {
  Vector t[4];
  for (int i = 0; i < 4; i += 2) {
    t[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 4, 2, 6);
    t[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 1, 5, 3, 7);
  }
  for (int i = 0; i < 2; ++i) {
    r[i] = __builtin_shufflevector(t[i], t[i + 2], 0, 1, 4, 5);
    r[i + 2] = __builtin_shufflevector(t[i], t[i + 2], 2, 3, 6, 7);
  }
}

template <class Vector>
TALUS_INLINE void transpose(Vector (&r)[2]) {
  const Vector first = __builtin_shufflevector(r[0], r[1], 0, 2);
  r[1] = __builtin_shufflevector(r[0], r[1], 1, 3);
  r[0] = first;
}

template <class Vector>
TALUS_INLINE void transpose(Vector (&)[1]) {}

// column[j] = number j of every line, for the first `count` numbers, a multiple of the register's
// width.
template <int count>
TALUS_INLINE void load_lines(const double* const* line, Pack* column) {
  static_assert(count % pack_width == 0);
  PackRegister::Vector r[pack_width];
  for (int part = 0; part < pack_parts; ++part) {
    for (int from = 0; from < count; from += pack_width) {
      for (int i = 0; i < pack_width; ++i) {
        r[i] = PackRegister::load(line[part * pack_width + i] + from);
      }
      transpose(r);
      for (int i = 0; i < pack_width; ++i) column[from + i].part[part] = r[i];
    }
  }
}

// As many numbers as fit a register, of the lines that one part of the pack belongs to.
TALUS_INLINE void to_lines(const Pack* column, int part, PackRegister::Vector (&r)[pack_width]) {
  for (int i = 0; i < pack_width; ++i) r[i] = column[i].part[part];
  transpose(r);
}

// Writes eight numbers of the first `lines` lines.
TALUS_INLINE void store_lines(const Pack* column, int lines, double* const* line) {
  PackRegister::Vector r[pack_width];
  for (int part = 0; part < pack_parts; ++part) {
    for (int from = 0; from < 8; from += pack_width) {
      to_lines(column + from, part, r);
      for (int i = 0, k = part * pack_width; i < pack_width && k < lines; ++i, ++k) {
        PackRegister::store(line[k] + from, r[i]);
      }
    }
  }
}

// Adds eight numbers to the first `lines` lines, p and q in turn, line by line: lines may coincide.
TALUS_INLINE void add_to_lines(const Pack* p, const Pack* q, int lines, double* const* line_p,
                               double* const* line_q) {
  PackRegister::Vector r[pack_width], t[pack_width];
  for (int part = 0; part < pack_parts; ++part) {
    for (int from = 0; from < 8; from += pack_width) {
      to_lines(p + from, part, r);
      to_lines(q + from, part, t);
      for (int i = 0, k = part * pack_width; i < pack_width && k < lines; ++i, ++k) {
        PackRegister::store(line_p[k] + from, PackRegister::load(line_p[k] + from) + r[i]);
        PackRegister::store(line_q[k] + from, PackRegister::load(line_q[k] + from) + t[i]);
      }
    }
  }
}

}  // namespace talus

#endif
