// Eight lines of numbers, one of each contact or body and anywhere in memory, as packs: number j of
// all lines together, and back. Only for sources that are compiled once per instruction set.
#pragma once

#include "talus/simd/pack.h"

#if defined(__SSE2__) && !defined(__CUDACC__)

namespace talus {

// Rows become columns, for registers of eight, four and two numbers.
template <class Numbers>
TALUS_INLINE void transpose(Numbers (&r)[8]) {
  Numbers t[8], u[8];
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

template <class Numbers>
TALUS_INLINE void transpose(Numbers (&r)[4]) {
  Numbers t[4];
  for (int i = 0; i < 4; i += 2) {
    t[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 4, 2, 6);
    t[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 1, 5, 3, 7);
  }
  for (int i = 0; i < 2; ++i) {
    r[i] = __builtin_shufflevector(t[i], t[i + 2], 0, 1, 4, 5);
    r[i + 2] = __builtin_shufflevector(t[i], t[i + 2], 2, 3, 6, 7);
  }
}

template <class Numbers>
TALUS_INLINE void transpose(Numbers (&r)[2]) {
  const Numbers first = __builtin_shufflevector(r[0], r[1], 0, 2);
  r[1] = __builtin_shufflevector(r[0], r[1], 1, 3);
  r[0] = first;
}

// column[j] = numbers j of the lines, for the first `count` numbers, a multiple of the width of a
// register.
template <int count>
TALUS_INLINE void load_lines(const double* const* line, Pack* column) {
  static_assert(count % pack_width == 0);
  PackRegister::Numbers r[pack_width];
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

// Some numbers of the lines of a part of the pack, from the same numbers of all columns.
TALUS_INLINE void to_lines(const Pack* column, int part, PackRegister::Numbers (&r)[pack_width]) {
  for (int i = 0; i < pack_width; ++i) r[i] = column[i].part[part];
  transpose(r);
}

// The first `lines` lines of eight numbers.
TALUS_INLINE void store_lines(const Pack* column, int lines, double* const* line) {
  PackRegister::Numbers r[pack_width];
  for (int part = 0; part < pack_parts; ++part) {
    for (int from = 0; from < 8; from += pack_width) {
      to_lines(column + from, part, r);
      for (int i = 0, k = part * pack_width; i < pack_width && k < lines; ++i, ++k) {
        PackRegister::store(line[k] + from, r[i]);
      }
    }
  }
}

// The same added to what is there: p and q in turn, line by line. Lines may be the same ones.
TALUS_INLINE void add_to_lines(const Pack* p, const Pack* q, int lines, double* const* line_p,
                               double* const* line_q) {
  PackRegister::Numbers r[pack_width], t[pack_width];
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
