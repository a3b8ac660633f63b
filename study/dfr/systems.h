// The abstract's claim for whole systems: the contacts of 1,000 to 5,000 concave bodies by
// dfr-1999, by all edges and points against all facets, and by the production method.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

namespace study {

struct SystemOptions {
  std::vector<int> bodies = {1000, 2000, 5000};
  std::vector<int> details = {4, 8};  // 128 and 512 facets
  int all_to_all_pairs = 200;         // of each system, evenly among its pairs
};

nlohmann::json measure_systems(const SystemOptions& options);

}  // namespace study
