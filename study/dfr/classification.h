// P4's Table 3 and Fig. 17: point classification against Cyrus-Beck.
#pragma once

#include <nlohmann/json.hpp>

namespace study {

struct ClassificationOptions {
  int points = 10000;  // as in the paper
  int repeats = 20;    // the fastest counts
  int most_facets = 200000;
};

nlohmann::json measure_classification(const ClassificationOptions& options);

}  // namespace study
