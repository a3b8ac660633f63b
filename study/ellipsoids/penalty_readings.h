// P1 section 3.4.4: which reading of Algorithm 5 converges where the paper's program did.
#pragma once

#include "ellipsoids/query.h"

namespace study {

struct PenaltyOptions {
  int limit = 1'000'000;  // of iterations; the paper states none
};

Json run_penalty_readings(const PenaltyOptions& options);

}  // namespace study
