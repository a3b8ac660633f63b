// Typed access to one table of a scene. An invalid value is recorded in the list of errors and
// replaced by a valid one, so that all errors are found in one pass. Keys that no function looked
// up are errors, too, reported with the nearest known key.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "talus/math/pose.h"
#include "talus/sim/scene/node.h"
#include "talus/sim/scene/scene_errors.h"

namespace talus::scene {

// A range of numbers and its description for messages.
struct Allowed {
  bool (*holds)(double);
  std::string_view words;
};
extern const Allowed any_number, finite, positive, not_negative, fraction, above_zero_to_one,
    zero_to_below_one;

class Section {
 public:
  // `path` names the table in messages, "material[0]"; empty for the whole file.
  Section(const Node& table, std::string path, SceneErrors& errors);

  // The value of a key; `fallback` or nullopt if the key is missing or its value invalid. A missing
  // key is an error for the functions named required_* only.
  std::optional<double> number(std::string_view key, const Allowed& allowed);
  double number(std::string_view key, const Allowed& allowed, double fallback);
  double required_number(std::string_view key, const Allowed& allowed);
  std::optional<std::int64_t> integer(std::string_view key, std::int64_t least, std::int64_t most);
  std::int64_t integer(std::string_view key, std::int64_t least, std::int64_t most,
                       std::int64_t fallback);
  bool boolean(std::string_view key, bool fallback);
  std::optional<std::string> text(std::string_view key);
  std::string required_text(std::string_view key);
  // One of the given strings.
  std::string choice(std::string_view key, std::span<const std::string_view> words,
                     std::string_view fallback);
  std::string required_choice(std::string_view key, std::span<const std::string_view> words);
  std::optional<Vec3<double>> vector(std::string_view key);
  Vec3<double> vector(std::string_view key, const Vec3<double>& fallback);
  Vec3<double> required_vector(std::string_view key);
  // An array of exactly `count` numbers.
  std::optional<std::vector<double>> numbers(std::string_view key, std::size_t count,
                                             const Allowed& allowed);
  // An array of numbers that are finite, `least` to `most` of them.
  std::optional<std::vector<double>> number_list(std::string_view key, std::size_t least,
                                                 std::size_t most);
  Quat<double> orientation(std::string_view key);
  // The normalised vector; zero is an error.
  Vec3<double> direction(std::string_view key, const Vec3<double>& fallback);

  // The unchecked value of a key, for values of several types.
  const Node* find(std::string_view key);
  const Node* require(std::string_view key, std::string_view what);
  // The tables of [[key]]: an array whose elements are tables.
  std::vector<const Node*> tables(std::string_view key);
  // The table [key], or nullptr.
  const Node* table(std::string_view key);

  // Reports every key that was not looked up.
  void finish();

  // "material[0].density"
  std::string path_of(std::string_view key) const;
  void wrong(const Node& value, std::string_view key, std::string_view what);
  void missing(std::string_view key, std::string_view what);
  // Reports an error at the table itself.
  void fail(std::string_view what);

  const Node& node() const { return *table_; }
  const std::string& path() const { return path_; }
  SceneErrors& errors() { return *errors_; }

 private:
  std::optional<std::string> choice_of(const Node& node, std::string_view key,
                                       std::span<const std::string_view> words);

  const Node* table_;
  std::string path_;
  SceneErrors* errors_;
  std::vector<std::string> known_keys_;
};

}  // namespace talus::scene
