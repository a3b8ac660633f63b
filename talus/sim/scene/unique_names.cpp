#include "talus/sim/scene/unique_names.h"

#include <fmt/format.h>

namespace talus::scene {

std::string UniqueNames::read(Section& section, const std::string& fallback) {
  const std::string name = section.text("name").value_or(fallback);
  const auto [entry, is_new] = line_of_.emplace(name, section.node().line);
  if (!is_new) {
    const Node* key = section.find("name");
    section.wrong(
        key != nullptr ? *key : section.node(), "name",
        fmt::format("\"{}\" is already the name of what is at line {}", name, entry->second));
  }
  return name;
}

}  // namespace talus::scene
