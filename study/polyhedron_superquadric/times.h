// P2 section 4, Fig. 12: the time of one determination of contact by case, for spheres around the
// five regular solids, and its growth with the number of faces.
#pragma once

#include <nlohmann/json.hpp>

namespace study {

struct TimeOptions {
  int centres = 10000;  // as in the paper
  int repeats = 5000;   // of each determination, as in the paper, in ten passes: the best counts
};

nlohmann::json run_times(const TimeOptions& options);

}  // namespace study
