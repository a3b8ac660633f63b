// A TOML file to a tree of values with their places.
#pragma once

#include <filesystem>

#include "talus/sim/scene/node.h"

namespace talus::scene {

// The table of the whole file. Throws SceneError for a file that cannot be read and for text that
// is not TOML, with line and column; the same key twice is such a mistake.
Node parse_toml(const std::filesystem::path& file);

}  // namespace talus::scene
