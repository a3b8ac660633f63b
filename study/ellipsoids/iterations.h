// P1 section 4.2, Figs. 21 and 22: iterations per query against the size of the array.
#pragma once

#include <cstdint>

#include "ellipsoids/query.h"

namespace study {

struct IterationOptions {
  std::vector<double> lengths;   // L / D_eq
  std::size_t sampled = 50'000;  // queries at most, for the accuracies other than 1e-5
  std::uint64_t seed = 1;
};

Json run_iterations(const IterationOptions& options);

}  // namespace study
