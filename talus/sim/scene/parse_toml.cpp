#include "talus/sim/scene/parse_toml.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "talus/input/input_file.h"
#include "talus/sim/scene/scene_errors.h"
#include "talus/sim/scene/toml_limits.h"

namespace talus::scene {
namespace {

std::string read_all(const std::filesystem::path& file) {
  try {
    return read_input_file(file, most_scene_bytes);
  } catch (const UnreadableFile& error) {
    const std::string_view what = error.what();
    throw SceneError({fmt::format("{}: {}{}", file.string(), what,
                                  what == "is a directory" ? ", not a scene file" : "")});
  }
}

Node node_of(const toml::node& value) {
  Node node;
  node.line = static_cast<int>(value.source().begin.line);
  node.column = static_cast<int>(value.source().begin.column);
  if (const auto* boolean = value.as_boolean()) {
    node.type = Node::Type::boolean;
    node.boolean = boolean->get();
  } else if (const auto* integer = value.as_integer()) {
    node.type = Node::Type::integer;
    node.integer = integer->get();
    node.number = static_cast<double>(node.integer);
  } else if (const auto* number = value.as_floating_point()) {
    node.type = Node::Type::number;
    node.number = number->get();
  } else if (const auto* text = value.as_string()) {
    node.type = Node::Type::text;
    node.text = text->get();
  } else if (const auto* array = value.as_array()) {
    node.type = Node::Type::array;
    for (const toml::node& element : *array) node.elements.push_back(node_of(element));
  } else if (const auto* table = value.as_table()) {
    for (const auto& [key, entry] : *table) {
      Node child = node_of(entry);
      child.key = std::string(key.str());
      child.key_line = static_cast<int>(key.source().begin.line);
      child.key_column = static_cast<int>(key.source().begin.column);
      node.elements.push_back(std::move(child));
    }
    // The library sorts the keys by name; restore the order of the file.
    std::stable_sort(node.elements.begin(), node.elements.end(), [](const Node& p, const Node& q) {
      return p.key_line != q.key_line ? p.key_line < q.key_line : p.key_column < q.key_column;
    });
  } else {
    node.type = Node::Type::time;
  }
  return node;
}

}  // namespace

Node parse_toml(const std::filesystem::path& file) {
  const std::string text = read_all(file);
  require_plain(text, file.string());
  try {
    return node_of(toml::parse(text, file.string()));
  } catch (const toml::parse_error& error) {
    const toml::source_position& position = error.source().begin;
    throw SceneError({fmt::format("{}:{}:{}: not TOML: {}", file.string(), position.line,
                                  position.column, error.description())});
  }
}

Node parse_value(const std::string& key, const std::string& text) {
  constexpr std::size_t longest = std::size_t{64} << 10;
  if (text.size() > longest) {
    throw SceneError({fmt::format("{}: the value has {} bytes; at most {} are read", key,
                                  text.size(), longest)});
  }
  if (text.find_first_of("\r\n") == std::string::npos) {
    try {
      const std::string line = "value = " + text;
      require_plain(line, key);
      const toml::table table = toml::parse(line);
      if (table.size() == 1) return node_of(*table.get("value"));
    } catch (const toml::parse_error&) {
    }
  }
  Node node;
  node.type = Node::Type::text;
  node.text = text;
  return node;
}

std::string in_words(const Node& node) {
  switch (node.type) {
    case Node::Type::boolean:
      return node.boolean ? "true" : "false";
    case Node::Type::integer:
      return fmt::format("the number {}", node.integer);
    case Node::Type::number:
      return fmt::format("the number {}", node.number);
    case Node::Type::text:
      return fmt::format("the string \"{}\"", node.text);
    case Node::Type::array:
      return fmt::format("an array of {}", node.elements.size());
    case Node::Type::table:
      return "a table";
    case Node::Type::time:
      break;
  }
  return "a date or time";
}

}  // namespace talus::scene
