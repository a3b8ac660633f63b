// P1 Tables 1 and 5: Newton-Coulomb and Jain's algorithm on small dense arrays, beside GJK.
#pragma once

#include <cstdint>

#include "ellipsoids/query.h"

namespace study {

struct SmallArrayOptions {
  int arrays = 100;      // with seeds seed, seed + 1, ...; the paper has one
  int timed_arrays = 5;  // of these, for the times
  int passes = 2;
  int limit = 100'000;  // of iterations, the paper's
  std::uint64_t seed = 1;
};

Json run_small_arrays(const SmallArrayOptions& options);

}  // namespace study
