// Packs from rows and lines (line_access.h). Only for sources that are compiled once per
// instruction set.
#pragma once

#include "talus/sim/loop/native/line_access.h"
#include "talus/simd/pack_lines.h"

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
};

}  // namespace talus
