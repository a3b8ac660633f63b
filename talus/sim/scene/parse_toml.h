// Parses a TOML file into a tree of values with lines and columns.
#pragma once

#include <filesystem>

#include "talus/sim/scene/node.h"

namespace talus::scene {

// The root table. Throws SceneError, with line and column, for a file that cannot be read and for
// invalid TOML, which includes duplicate keys.
Node parse_toml(const std::filesystem::path& file);

// A value as it stands behind "key =" in a file, of 64 KiB at most; text that is none is a string.
// The key is for messages.
Node parse_value(const std::string& key, const std::string& text);

}  // namespace talus::scene
