// Packs from rows and lines (line_access.h). Only for sources that are compiled once per
// instruction set.
#pragma once

#include "talus/sim/loop/native/line_access.h"
#include "talus/simd/pack_lines.h"

#if defined(TALUS_SIMD_KERNEL)

namespace talus {

// The lanes from `at` on, as many as a pack has.
template <>
struct LineAccess<Pack> {
  static_assert(8 % pack_size == 0);
  TALUS_INLINE static Pack row(const Row& row, int at) { return Pack::load(row + at); }
  TALUS_INLINE static void set_row(Row& row, int at, const Pack& value) { value.store(row + at); }
  template <int count>
  TALUS_INLINE static void load(const double* const* line, int at, Pack* column) {
    load_lines<count>(line + at, column);
  }
  TALUS_INLINE static void store(const Pack* column, int at, int lines, double* const* line) {
    store_lines(column, lines - at, line + at);
  }
  TALUS_INLINE static void add(const Pack* p, const Pack* q, int at, int lines,
                               double* const* line_p, double* const* line_q) {
    add_to_lines(p, q, lines - at, line_p + at, line_q + at);
  }
  TALUS_INLINE static PackMask used(int at, int count) {
    static constexpr double lane[] = {0, 1, 2, 3, 4, 5, 6, 7};
    return Pack::load(lane + at) < Pack(count);
  }
};

}  // namespace talus

#endif
