// The structures of Figs. 7, 8, 10, 12, 14 and 15, as they are in memory, for the pictures.
#pragma once

#include <nlohmann/json.hpp>

namespace study {

nlohmann::json describe_structures();

}  // namespace study
