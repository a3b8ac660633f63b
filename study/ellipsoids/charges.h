// P1 section 3.4.3: what C_max and tau do to the modified Newton-Coulomb method on the mirrored
// pair (Fig. 13) and in the arrays of Table 1, and other readings of Algorithm 4 for the pair of
// Table 2.
#pragma once

#include <cstdint>

#include "ellipsoids/query.h"

namespace study {

struct ChargeOptions {
  int limit = 100'000;           // of iterations, the paper's
  int arrays = 2;                // of Table 1, for the scan
  int larger_step_arrays = 100;  // for the one pair of constants that the scan singles out
  int blurred_pairs = 1000;      // that round to the one of Table 2
  std::uint64_t seed = 1;
};

Json run_charges(const ChargeOptions& options);

}  // namespace study
