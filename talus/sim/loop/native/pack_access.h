// Packs from rows and lines (line_access.h). Only for sources that are compiled once per
// instruction set.
#pragma once

#include "talus/sim/loop/native/line_access.h"
#include "talus/simd/pack_lines.h"

#if defined(TALUS_SIMD_KERNEL)

namespace talus {

template <>
struct LineAccess<Pack> {
  static_assert(pack_size == 8);
  TALUS_INLINE static Pack row(const Row& row, int) { return Pack::load(row); }
  TALUS_INLINE static void set_row(Row& row, int, const Pack& value) { value.store(row); }
  template <int count>
  TALUS_INLINE static void load(const double* const* line, int, Pack* column) {
    load_lines<count>(line, column);
  }
  TALUS_INLINE static void store(const Pack* column, int, int lines, double* const* line) {
    store_lines(column, lines, line);
  }
  TALUS_INLINE static void add(const Pack* p, const Pack* q, int, int lines, double* const* line_p,
                               double* const* line_q) {
    add_to_lines(p, q, lines, line_p, line_q);
  }
  TALUS_INLINE static PackMask used(int, int count) {
    static constexpr double lane[] = {0, 1, 2, 3, 4, 5, 6, 7};
    return Pack::load(lane) < Pack(count);
  }
};

}  // namespace talus

#endif
