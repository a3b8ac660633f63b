// One table of a scene while it is read: every key is asked for once, with what is allowed; what is
// wrong goes to the list of mistakes, and reading goes on with a harmless value. Keys that nobody
// asked for are mistakes, too, with the nearest known key as a hint.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "talus/math/pose.h"
#include "talus/sim/scene/mistakes.h"
#include "talus/sim/scene/node.h"

namespace talus::scene {

// Which numbers are allowed, and that in words.
struct Allowed {
  bool (*holds)(double);
  std::string_view words;
};
extern const Allowed finite, positive, not_negative, fraction, above_zero_to_one;

class Section {
 public:
  // `path` is how messages name the table: "material[0]"; empty for the whole file.
  Section(const Node& table, std::string path, Mistakes& mistakes);

  // The value of a key, or nothing if it is missing (a mistake only if it is required) or wrong.
  std::optional<double> number(std::string_view key, const Allowed& allowed);
  double number(std::string_view key, const Allowed& allowed, double otherwise);
  double required_number(std::string_view key, const Allowed& allowed);
  std::optional<std::int64_t> integer(std::string_view key, std::int64_t least, std::int64_t most);
  std::int64_t integer(std::string_view key, std::int64_t least, std::int64_t most,
                       std::int64_t otherwise);
  bool boolean(std::string_view key, bool otherwise);
  std::optional<std::string> text(std::string_view key);
  std::string required_text(std::string_view key);
  // One of a few words.
  std::string choice(std::string_view key, std::span<const std::string_view> words,
                     std::string_view otherwise);
  std::string required_choice(std::string_view key, std::span<const std::string_view> words);
  std::optional<Vec3<double>> vector(std::string_view key);
  Vec3<double> vector(std::string_view key, const Vec3<double>& otherwise);
  Vec3<double> required_vector(std::string_view key);
  // As many numbers as asked for, or nothing.
  std::optional<std::vector<double>> numbers(std::string_view key, std::size_t count,
                                             const Allowed& allowed);
  Quat<double> orientation(std::string_view key);
  // A vector made unit; zero is a mistake.
  Vec3<double> direction(std::string_view key, const Vec3<double>& otherwise);

  // A key as it stands, for values of several types. Nothing is checked.
  const Node* find(std::string_view key);
  const Node* require(std::string_view key, std::string_view what);
  // The tables of [[key]]: an array whose elements are tables.
  std::vector<const Node*> tables(std::string_view key);
  // [key], if it is there.
  const Node* table(std::string_view key);

  // Reports every key that was not asked for.
  void finish();

  // "material[0].density"
  std::string path_of(std::string_view key) const;
  void wrong(const Node& value, std::string_view key, std::string_view what);
  void missing(std::string_view key, std::string_view what);
  // At the table itself.
  void fail(std::string_view what);

  const Node& node() const { return *table_; }
  const std::string& path() const { return path_; }
  Mistakes& mistakes() { return *mistakes_; }

 private:
  std::optional<std::string> choice_of(const Node& node, std::string_view key,
                                       std::span<const std::string_view> words);

  const Node* table_;
  std::string path_;
  Mistakes* mistakes_;
  std::vector<std::string> asked_;
};

}  // namespace talus::scene
