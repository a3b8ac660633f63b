// Limits on the nesting and the number of values of a TOML text, found before it is parsed: the
// parser and the tree it makes recurse once per level, and a value takes 300 bytes.
#pragma once

#include <string>
#include <string_view>

namespace talus::scene {

// Throws SceneError with the line of the excess.
void require_plain(std::string_view text, const std::string& file);

}  // namespace talus::scene
