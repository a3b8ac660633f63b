// P2 section 3.2, Table 1 and Fig. 11: a unit sphere at random positions around a cube of edge 2.
#pragma once

#include <nlohmann/json.hpp>

namespace study {

nlohmann::json run_monte_carlo(int centres, std::uint64_t seed);

}  // namespace study
