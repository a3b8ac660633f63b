// The memory of the ragged array against a dense grid, for bodies that fill their box and others.
#pragma once

#include <nlohmann/json.hpp>

namespace study {

nlohmann::json measure_memory(int most_cells, int threads);

}  // namespace study
