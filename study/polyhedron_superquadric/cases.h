// P2's Figs. 1 to 6 from traces of the search: prisms and superquadrics in the plane through their
// centres, one pair for each case, and one each for the longer searches of Fig. 6.
#pragma once

#include <nlohmann/json.hpp>

namespace study {

nlohmann::json run_cases(std::uint64_t seed);

}  // namespace study
