#include "talus/sim/scene/change.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "talus/sim/scene/parse_toml.h"
#include "talus/sim/scene/scene_errors.h"

namespace talus::scene {
namespace {

using Type = Node::Type;

Node* entry_of(Node& table, std::string_view key) {
  const auto found = std::find_if(table.elements.begin(), table.elements.end(),
                                  [&](const Node& entry) { return entry.key == key; });
  return found == table.elements.end() ? nullptr : &*found;
}

const Node* name_of(const Node& element) {
  const auto found = std::find_if(
      element.elements.begin(), element.elements.end(),
      [](const Node& entry) { return entry.key == "name" && entry.type == Type::text; });
  return element.type == Type::table && found != element.elements.end() ? &*found : nullptr;
}

// By number or by name.
Node* element_of(Node& array, std::string_view part) {
  for (Node& element : array.elements) {
    const Node* name = name_of(element);
    if (name != nullptr && name->text == part) return &element;
  }
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
  if (error != std::errc{} || end != part.data() + part.size()) return nullptr;
  return number < array.elements.size() ? &array.elements[number] : nullptr;
}

[[noreturn]] void refuse(const SceneChange& change, const std::string& what) {
  throw SceneError({fmt::format("{:.200} = {:.60}: {}", change.key, change.value, what)});
}

// What there is in place of a part that leads to nothing.
std::string known_parts(const Node& node) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < node.elements.size(); ++i) {
    const Node* name = name_of(node.elements[i]);
    known.push_back(node.type == Type::table ? node.elements[i].key
                    : name != nullptr        ? name->text
                                             : fmt::format("{}", i));
  }
  constexpr std::size_t most_listed = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(known.size(), most_listed); ++i) {
    text += (i == 0 ? "" : ", ") + known[i];
  }
  return text.empty() ? "nothing" : text + (known.size() > most_listed ? ", ..." : "");
}

}  // namespace

void apply_change(const SceneChange& change, Node& root) {
  Node* node = &root;
  std::string_view rest = change.key;
  std::string path;
  while (true) {
    const std::size_t dot = rest.find('.');
    const std::string part(rest.substr(0, dot));
    const bool last = dot == std::string_view::npos;
    if (part.empty()) refuse(change, "a key has no empty part");
    if (node->type != Type::table && node->type != Type::array) {
      refuse(change, fmt::format("{} is {}, which has no \"{}\"", path, in_words(*node), part));
    }
    Node* next = node->type == Type::table ? entry_of(*node, part) : element_of(*node, part);
    if (next == nullptr && last && node->type == Type::table) {  // the reader knows what is unknown
      Node& added = node->elements.emplace_back();
      added.key = part;
      added.line = added.key_line = node->line;
      added.column = added.key_column = node->column;
      next = &added;
    }
    if (next == nullptr) {
      refuse(change, fmt::format("{} has no \"{}\"; it has {}", path.empty() ? "the scene" : path,
                                 part, known_parts(*node)));
    }
    node = next;
    path += (path.empty() ? "" : ".") + part;
    if (last) break;
    rest.remove_prefix(dot + 1);
  }
  Node value = parse_value(change.key, change.value);
  value.key = node->key;
  value.line = node->line, value.column = node->column;
  value.key_line = node->key_line, value.key_column = node->key_column;
  *node = std::move(value);
}

}  // namespace talus::scene

namespace talus {

SceneChange scene_change(const std::string& text) {
  const std::size_t at = text.find('=');
  const auto trimmed = [](std::string word) {
    const std::size_t first = word.find_first_not_of(" \t"), last = word.find_last_not_of(" \t");
    return first == std::string::npos ? std::string() : word.substr(first, last - first + 1);
  };
  if (at != std::string::npos) {
    SceneChange change{trimmed(text.substr(0, at)), trimmed(text.substr(at + 1))};
    if (!change.key.empty() && !change.value.empty()) return change;
  }
  throw SceneError({fmt::format("expected KEY=VALUE, got \"{}\"", text)});
}

}  // namespace talus
