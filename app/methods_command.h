// `talus methods`: which methods answer which pair.
#pragma once

#include <string>

namespace talus {

std::string methods_as_table();
std::string methods_as_json();

}  // namespace talus
