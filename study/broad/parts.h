// Heapsort and octree in their parts, for P4 section 2.4: what the sort, the building and the
// searches cost, how deep the tree is, and what recursion costs, which the same tree without
// recursion counts.
#pragma once

#include <nlohmann/json.hpp>

namespace study::broad {

// One row for every distribution, each with so many bodies; times are the best of several.
nlohmann::json run_parts(int bodies, int repeats, unsigned seed);

}  // namespace study::broad
