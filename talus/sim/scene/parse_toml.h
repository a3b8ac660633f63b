// Parses a TOML file into a tree of values with lines and columns.
#pragma once

#include <filesystem>

#include "talus/sim/scene/node.h"

namespace talus::scene {

// The root table. Throws SceneError, with line and column, for a file that cannot be read and for
// invalid TOML, which includes duplicate keys.
Node parse_toml(const std::filesystem::path& file);

}  // namespace talus::scene
