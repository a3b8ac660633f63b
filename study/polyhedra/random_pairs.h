// Every method on many random pairs: how often it fails or is wrong, by how much, and its time.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

namespace study {

struct RandomOptions {
  int pairs = 100000;
  std::uint64_t seed = 1;
  int threads = 1;
  // A method that would take longer on one family and regime answers every n-th of its pairs.
  double seconds_per_cell = 5;
};

// One cell per family, regime and method, the steps of GJK-TD, its early exit, and the bodies of
// section 4.2.
nlohmann::json run_random_pairs(const RandomOptions& options);

}  // namespace study
