#include "talus/sim/scene/names.h"

#include <fmt/format.h>

namespace talus::scene {

std::string Names::read(Section& section, const std::string& otherwise) {
  const std::string name = section.text("name").value_or(otherwise);
  const auto [place, is_new] = line_of_.emplace(name, section.node().line);
  if (!is_new) {
    const Node* key = section.find("name");
    section.wrong(
        key != nullptr ? *key : section.node(), "name",
        fmt::format("\"{}\" is already the name of what is at line {}", name, place->second));
  }
  return name;
}

}  // namespace talus::scene
