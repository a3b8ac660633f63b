// P4 section 2.1: what is known of the evolution of a system beforehand. Fixed topology, slowly
// varying topology and spatially sparse systems, each on bodies that keep the assumption and on
// bodies that do not: how often a list is made, which contacts are missed without monitoring, how
// far a jump goes.
#pragma once

#include <nlohmann/json.hpp>

namespace study::broad {

struct CoherenceOptions {
  int bodies = 1000;
  int steps = 120;
  unsigned seed = 1;
};

nlohmann::json run_coherence(const CoherenceOptions& options);

}  // namespace study::broad
