// Depth and normal against the production methods of convex bodies, by the number of cells.
#pragma once

#include <nlohmann/json.hpp>

namespace study {

nlohmann::json measure_convergence(int most_cells);

}  // namespace study
