// P1 Appendix F.3, Fig. F.26: the largest error of Moving Balls over all queries of dense arrays.
#pragma once

#include <cstdint>

#include "ellipsoids/query.h"

namespace study {

struct ErrorOptions {
  double length = 40;  // L / D_eq
  std::uint64_t seed = 1;
};

Json run_errors(const ErrorOptions& options);

}  // namespace study
