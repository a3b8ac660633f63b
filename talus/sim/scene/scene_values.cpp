#include "talus/sim/scene/scene_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <string_view>

#include "talus/input/input_file.h"
#include "talus/setup/names.h"
#include "talus/sim/scene/change.h"
#include "talus/sim/scene/parse_toml.h"

namespace talus {
namespace scene {
namespace {

namespace fs = std::filesystem;
using Type = Node::Type;

constexpr std::size_t most_lines = 20'000;   // of a list; of a longer one the hash
constexpr std::size_t longest_value = 1000;  // bytes; likewise

// FNV-1a, 64 bits. Edits are recognised by it, forgeries are not.
class TextHash {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
    }
  }
  std::string text() const { return fmt::format("{:016x}", value_); }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ull;
};

std::string hash_of(std::string_view text) {
  TextHash hash;
  hash.add(text);
  return hash.text();
}

// "(684 bytes, hash 0123456789abcdef)"
std::string contents_of(const fs::path& file) {
  try {
    const std::uint64_t size = input_file_size(file);
    std::ifstream in(file, std::ios::binary);
    std::array<char, 1 << 16> part{};
    TextHash hash;
    while (in.read(part.data(), part.size()) || in.gcount() > 0) {
      hash.add({part.data(), static_cast<std::size_t>(in.gcount())});
    }
    return fmt::format("({} bytes, hash {})", size, hash.text());
  } catch (const UnreadableFile& error) {
    return fmt::format("({})", error.what());
  }
}

std::string text_of(const Node& node) {
  switch (node.type) {
    case Type::boolean:
      return node.boolean ? "true" : "false";
    case Type::integer:
      return fmt::format("{}", node.integer);
    case Type::number:
      return fmt::format("{}", node.number);
    case Type::text:
      return fmt::format("\"{}\"", printable(node.text));
    case Type::time:
      return "a time";
    case Type::array:
    case Type::table:
      break;
  }
  std::string text;
  for (const Node& element : node.elements) {
    text += (text.empty() ? "" : ", ") + text_of(element);
  }
  return fmt::format("[{}]", text);
}

bool holds_tables(const Node& node) {
  return std::any_of(node.elements.begin(), node.elements.end(), [](const Node& element) {
    return element.type == Type::table || (element.type == Type::array && holds_tables(element));
  });
}

void add_values(const Node& node, const std::string& path, const fs::path& folder,
                std::vector<std::string>& lines) {
  if (node.type == Type::table) {
    if (node.elements.empty() && !path.empty()) lines.push_back(path + " = {}");
    for (const Node& entry : node.elements) {
      const std::string key = printable(entry.key);
      add_values(entry, path.empty() ? key : path + "." + key, folder, lines);
    }
  } else if (node.type == Type::array && holds_tables(node)) {
    for (std::size_t i = 0; i < node.elements.size(); ++i) {
      add_values(node.elements[i], fmt::format("{}[{}]", path, i), folder, lines);
    }
  } else {
    std::string value = text_of(node);
    if (value.size() > longest_value) {
      value = fmt::format("({} bytes, hash {})", value.size(), hash_of(value));
    }
    if (node.type == Type::text && node.key == "file") {
      value += fmt::format(" {}", contents_of(folder / node.text));
    }
    lines.push_back(path + " = " + value);
  }
}

}  // namespace
}  // namespace scene

std::vector<std::string> scene_values(const std::filesystem::path& file,
                                      const std::vector<SceneChange>& changes) {
  using namespace scene;
  Node root = parse_toml(file);
  for (const SceneChange& change : changes) apply_change(change, root);
  // In reverse: a later key may lie within the value of an earlier one.
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    apply_change({change->key, "0"}, root);
  }
  std::vector<std::string> lines;
  add_values(root, "", file.parent_path(), lines);
  std::sort(lines.begin(), lines.end());
  if (lines.size() > most_lines) {
    const std::string all = fmt::format("{}", fmt::join(lines, "\n"));
    lines = {fmt::format("all values = ({} lines, hash {})", lines.size(), hash_of(all))};
  }
  return lines;
}

void check_scene(const std::filesystem::path& file, const std::vector<SceneChange>& changes) {
  struct Placing {};  // everything before is read and checked
  try {
    read_scene(
        file, [](const std::string&, const FillProgress&) { throw Placing(); }, changes);
  } catch (const Placing&) {
  }
}

}  // namespace talus
