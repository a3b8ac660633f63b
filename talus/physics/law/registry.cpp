#include "talus/physics/law/registry.h"

#include <fmt/format.h>

#include <deque>
#include <stdexcept>

#include "talus/physics/law/laws.h"

namespace talus {
namespace {

// A deque: registration must not move the laws that simulations point to.
std::deque<Law>& laws() {
  static std::deque<Law> all = [] {
    std::deque<Law> built_in;
    for (std::size_t i = 0; i < BuiltInLaws::size; ++i) {
      BuiltInLaws::visit(i, [&]<class L>() { built_in.push_back(law_of<L>()); });
    }
    return built_in;
  }();
  return all;
}

}  // namespace

std::vector<const Law*> known_laws() {
  std::vector<const Law*> all;
  for (const Law& law : laws()) all.push_back(&law);
  return all;
}

const Law* find_law(std::string_view name) {
  for (const Law& law : laws()) {
    if (law.name == name) return &law;
  }
  return nullptr;
}

std::size_t built_in_index(const Law& law) {
  std::size_t i = 0;
  while (i + 1 < BuiltInLaws::size && laws()[i].name != law.name) ++i;
  return i;
}

std::string law_names() {
  std::string names;
  for (std::size_t i = 0; i < laws().size(); ++i) {
    names += fmt::format("{}\"{}\"",
                         i == 0                  ? ""
                         : i + 1 < laws().size() ? ", "
                                                 : " or ",
                         laws()[i].name);
  }
  return names;
}

void register_law(const Law& law) {
  if (find_law(law.name) != nullptr) {
    throw std::invalid_argument(fmt::format("law \"{}\" is registered already", law.name));
  }
  laws().push_back(law);
}

}  // namespace talus
