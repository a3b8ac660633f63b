#include "talus/sim/scene/section.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "talus/error.h"
#include "talus/setup/names.h"
#include "talus/shape/shape.h"
#include "talus/sim/scene/spelling.h"

namespace talus::scene {
namespace {

bool is_number(const Node& node) {
  return node.type == Node::Type::number || node.type == Node::Type::integer;
}

}  // namespace

const Allowed any_number{[](double) { return true; }, {}};
const Allowed finite{[](double x) { return std::isfinite(x); }, "finite"};
const Allowed positive{[](double x) { return std::isfinite(x) && x > 0.0; }, "finite and > 0"};
const Allowed not_negative{[](double x) { return std::isfinite(x) && x >= 0.0; },
                           "finite and >= 0"};
const Allowed fraction{[](double x) { return x > 0.0 && x < 1.0; }, "> 0 and < 1"};
const Allowed zero_to_below_one{[](double x) { return x >= 0.0 && x < 1.0; }, ">= 0 and < 1"};
const Allowed above_zero_to_one{[](double x) { return x > 0.0 && x <= 1.0; }, "> 0 and <= 1"};

Section::Section(const Node& table, std::string path, SceneErrors& errors)
    : table_(&table), path_(std::move(path)), errors_(&errors) {}

std::string Section::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

void Section::wrong(const Node& value, std::string_view key, std::string_view what) {
  errors_->at(value, path_of(key), what);
}

void Section::missing(std::string_view key, std::string_view what) {
  errors_->at(*table_, path_of(key), fmt::format("missing; {}", what));
}

void Section::fail(std::string_view what) { errors_->at(*table_, path_, what); }

const Node* Section::find(std::string_view key) {
  known_keys_.emplace_back(key);
  for (const Node& entry : table_->elements) {
    if (entry.key == key) return &entry;
  }
  return nullptr;
}

const Node* Section::require(std::string_view key, std::string_view what) {
  const Node* node = find(key);
  if (node == nullptr) missing(key, what);
  return node;
}

std::optional<double> Section::number(std::string_view key, const Allowed& allowed) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (!is_number(*node)) {
    wrong(*node, key,
          fmt::format("expected a number{}{}, got {}", allowed.words.empty() ? "" : " that is ",
                      allowed.words, in_words(*node)));
    return std::nullopt;
  }
  if (!allowed.holds(node->number)) {
    wrong(*node, key, fmt::format("must be {}, got {}", allowed.words, node->number));
    return std::nullopt;
  }
  return node->number;
}

double Section::number(std::string_view key, const Allowed& allowed, double fallback) {
  return number(key, allowed).value_or(fallback);
}

double Section::required_number(std::string_view key, const Allowed& allowed) {
  const std::optional<double> value = number(key, allowed);
  const auto has_key = [&](const Node& entry) { return entry.key == key; };
  if (!value && std::none_of(table_->elements.begin(), table_->elements.end(), has_key)) {
    missing(key, fmt::format("a number that is {}", allowed.words));
  }
  return value.value_or(1.0);
}

std::optional<std::int64_t> Section::integer(std::string_view key, std::int64_t least,
                                             std::int64_t most) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (node->type == Node::Type::integer && node->integer >= least && node->integer <= most) {
    return node->integer;
  }
  wrong(*node, key,
        fmt::format("must be a whole number from {} to {}, got {}", least, most, in_words(*node)));
  return std::nullopt;
}

std::int64_t Section::integer(std::string_view key, std::int64_t least, std::int64_t most,
                              std::int64_t fallback) {
  return integer(key, least, most).value_or(fallback);
}

bool Section::boolean(std::string_view key, bool fallback) {
  const Node* node = find(key);
  if (node == nullptr) return fallback;
  if (node->type == Node::Type::boolean) return node->boolean;
  wrong(*node, key, fmt::format("expected true or false, got {}", in_words(*node)));
  return fallback;
}

std::optional<std::string> Section::text(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (node->type != Node::Type::text || node->text.empty()) {
    wrong(*node, key,
          fmt::format("expected a string with something in it, got {}", in_words(*node)));
    return std::nullopt;
  }
  const std::string defect = name_defect(node->text);  // of names and of paths
  if (defect.empty()) return node->text;
  wrong(*node, key, defect);
  return std::nullopt;
}

std::string Section::required_text(std::string_view key) {
  return require(key, "a string") != nullptr ? text(key).value_or("") : std::string();
}

std::optional<std::string> Section::choice_of(const Node& node, std::string_view key,
                                              std::span<const std::string_view> words) {
  const std::vector<std::string> known(words.begin(), words.end());
  if (node.type == Node::Type::text &&
      std::find(known.begin(), known.end(), node.text) != known.end())
    return node.text;
  wrong(node, key,
        node.type == Node::Type::text
            ? fmt::format("unknown value \"{}\"{}; allowed: {}", node.text, hint(node.text, known),
                          fmt::join(known, ", "))
            : fmt::format("expected one of {}, got {}", fmt::join(known, ", "), in_words(node)));
  return std::nullopt;
}

std::string Section::choice(std::string_view key, std::span<const std::string_view> words,
                            std::string_view fallback) {
  const Node* node = find(key);
  if (node == nullptr) return std::string(fallback);
  return choice_of(*node, key, words).value_or(std::string(fallback));
}

std::string Section::required_choice(std::string_view key,
                                     std::span<const std::string_view> words) {
  const Node* node = require(key, fmt::format("one of {}", fmt::join(words, ", ")));
  return node == nullptr ? std::string() : choice_of(*node, key, words).value_or("");
}

std::optional<std::vector<double>> Section::numbers(std::string_view key, std::size_t count,
                                                    const Allowed& allowed) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (node->type != Node::Type::array || node->elements.size() != count) {
    wrong(*node, key,
          fmt::format("expected an array of {} numbers, got {}", count, in_words(*node)));
    return std::nullopt;
  }
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    const Node& element = node->elements[i];
    if (!is_number(element)) {
      wrong(element, fmt::format("{}[{}]", key, i),
            fmt::format("expected a number, got {}", in_words(element)));
      return std::nullopt;
    }
    if (!allowed.holds(element.number)) {
      wrong(element, fmt::format("{}[{}]", key, i),
            fmt::format("must be {}, got {}", allowed.words, element.number));
      return std::nullopt;
    }
    values.push_back(element.number);
  }
  return values;
}

std::optional<std::vector<double>> Section::number_list(std::string_view key, std::size_t least,
                                                        std::size_t most) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const bool is_array = node->type == Node::Type::array;
  if (!is_array || node->elements.size() < least || node->elements.size() > most) {
    wrong(*node, key,
          fmt::format("expected an array of {} to {} numbers, got {}", least, most,
                      is_array ? fmt::format("{}", node->elements.size()) : in_words(*node)));
    return std::nullopt;
  }
  return numbers(key, node->elements.size(), finite);
}

std::optional<Vec3<double>> Section::vector(std::string_view key) {
  const std::optional<std::vector<double>> values = numbers(key, 3, finite);
  if (!values) return std::nullopt;
  return Vec3<double>{(*values)[0], (*values)[1], (*values)[2]};
}

Vec3<double> Section::vector(std::string_view key, const Vec3<double>& fallback) {
  return vector(key).value_or(fallback);
}

Vec3<double> Section::required_vector(std::string_view key) {
  if (require(key, "an array of 3 numbers") == nullptr) return {};
  return vector(key).value_or(Vec3<double>{});
}

Quat<double> Section::orientation(std::string_view key) {
  const std::optional<std::vector<double>> q = numbers(key, 4, finite);
  if (!q) return {};
  try {
    return make_pose({}, {(*q)[0], (*q)[1], (*q)[2], (*q)[3]}).orientation;
  } catch (const ShapeError&) {
    const double square = std::inner_product(q->begin(), q->end(), q->begin(), 0.0);
    wrong(*find(key), key,
          fmt::format("must be a unit quaternion [w, x, y, z] to 1e-6, got length {}",
                      std::sqrt(square)));
    return {};
  }
}

Vec3<double> Section::direction(std::string_view key, const Vec3<double>& fallback) {
  const Vec3<double> v = vector(key, fallback);
  const double length = norm(v);
  if (length > 1e-100 && std::isfinite(length)) return v / length;
  wrong(*find(key), key, fmt::format("must not be zero, got [{}, {}, {}]", v.x, v.y, v.z));
  return fallback;
}

std::vector<const Node*> Section::tables(std::string_view key) {
  const Node* node = find(key);
  std::vector<const Node*> found;
  if (node == nullptr) return found;
  if (node->type != Node::Type::array) {
    wrong(*node, key,
          fmt::format("expected tables, [[{}]], got {}", path_of(key), in_words(*node)));
    return found;
  }
  for (std::size_t i = 0; i < node->elements.size(); ++i) {
    const Node& element = node->elements[i];
    if (element.type == Node::Type::table) {
      found.push_back(&element);
    } else {
      wrong(element, fmt::format("{}[{}]", key, i),
            fmt::format("expected a table, got {}", in_words(element)));
    }
  }
  return found;
}

const Node* Section::table(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr || node->type == Node::Type::table) return node;
  wrong(*node, key, fmt::format("expected a table, got {}", in_words(*node)));
  return nullptr;
}

void Section::finish() {
  for (const Node& entry : table_->elements) {
    if (std::find(known_keys_.begin(), known_keys_.end(), entry.key) != known_keys_.end()) continue;
    std::vector<std::string> known;
    for (const std::string& key : known_keys_) {
      if (std::find(known.begin(), known.end(), key) == known.end()) known.push_back(key);
    }
    errors_->add(entry.key_line, entry.key_column, path_of(entry.key),
                 fmt::format("unknown key{}; {} has {}", hint(entry.key, known),
                             path_.empty() ? "a scene" : path_, fmt::join(known, ", ")));
  }
}

}  // namespace talus::scene
