// All schemes of Fig. 4 on all distributions, from few bodies to many: each as far as its time
// allows.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace study::broad {

struct ComparisonOptions {
  int smallest = 1000, largest = 10'000'000;  // two sizes for every power of ten
  double limit = 10;                          // seconds a search may be expected to take
  double enough = 1;                          // seconds after which a search is not repeated
  unsigned seed = 1;
  std::vector<std::string> schemes;  // only these, unless there are none
};

// {"runs": [...], "stops": [...]}: what was measured, and where each scheme stopped and why. Throws
// if two schemes find different pairs.
nlohmann::json run_comparison(const ComparisonOptions& options);

}  // namespace study::broad
