// Suggestions for misspelt keys and values.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace talus::scene {

// The known word with the least edit distance; none if that exceeds two letters and a third of the
// word.
std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> known);

// " (did you mean \"x\"?)", or nothing.
std::string hint(std::string_view word, std::span<const std::string> known);

}  // namespace talus::scene
