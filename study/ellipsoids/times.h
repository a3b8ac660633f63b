// P1 section 4.3, Figs. 23 and 24: time of Moving Balls over that of GJK, with the production
// method added; and all methods beside each other at the paper's default accuracy.
#pragma once

#include <cstdint>

#include "ellipsoids/query.h"

namespace study {

struct TimeOptions {
  double length = 30;  // L / D_eq
  std::size_t queries = 4000, slow_queries = 300;
  int passes = 5;
  std::uint64_t seed = 1;
};

Json run_times(const TimeOptions& options);

}  // namespace study
