// What somebody may have meant: the known word that is most like the one in a scene.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace talus::scene {

// Nothing if none is like it: more than two letters, or a third of them, would have to change.
std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> known);

// " (did you mean \"x\"?)", or nothing.
std::string hint(std::string_view word, std::span<const std::string> known);

}  // namespace talus::scene
