// The words of a line as numbers, with errors that name file, line, column and value.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/exchange/particle_table.h"
#include "talus/shape/text_reader.h"

namespace talus {

// Coordinates and sizes beyond these lead to overflows in squares and cubes.
inline constexpr double largest_particle_number = 1e15;

class Fields {
 public:
  Fields(std::string_view text, const std::string& name) : reader_(text, name) {}

  // The next line; false at the end of the file. Words from '#' on are a comment.
  bool next() {
    if (!reader_.next()) return false;
    words_.clear();
    comment_.clear();
    for (std::string_view word = reader_.word(); !word.empty(); word = reader_.word()) {
      if (!comment_.empty() || word.starts_with('#')) {
        if (!comment_.empty()) comment_ += ' ';
        comment_ += word;
      } else {
        words_.push_back(word);
      }
    }
    return true;
  }
  // The next line with words.
  bool next_words() {
    while (next()) {
      if (!words_.empty()) return true;
    }
    return false;
  }

  const std::vector<std::string_view>& words() const { return words_; }
  std::size_t size() const { return words_.size(); }
  // "# sphere" as "# sphere".
  const std::string& comment() const { return comment_; }
  std::string_view word(std::size_t i) const { return words_[i]; }
  bool is(std::size_t i, std::string_view text) const { return i < size() && words_[i] == text; }

  double number(std::size_t i, std::string_view what) const {
    const std::string_view shown = present(i, what);
    const std::string_view text = shown.starts_with('+') ? shown.substr(1) : shown;
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
      fail(fmt::format("{}: expected a finite number, got \"{}\"", what, shortened(shown)));
    }
    if (std::abs(value) > largest_particle_number) {
      fail(fmt::format("{}: must be at most {:g} in size, got {}", what, largest_particle_number,
                       value));
    }
    return value;
  }
  double positive(std::size_t i, std::string_view what) const {
    constexpr double smallest = 1e-15;  // cubes of smaller ones vanish in the squares of others
    const double value = number(i, what);
    if (!(value >= smallest)) {
      fail(fmt::format("{}: must be at least {:g}, got {}", what, smallest, value));
    }
    return value;
  }
  std::int64_t integer(std::size_t i, std::string_view what, std::int64_t least,
                       std::int64_t most) const {
    const std::string_view text = present(i, what);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
      fail(fmt::format("{}: expected a whole number from {} to {}, got \"{}\"", what, least, most,
                       shortened(text)));
    }
    return value;
  }
  Vec3<double> vec3(std::size_t i, std::string_view what) const {
    return {number(i, what), number(i + 1, what), number(i + 2, what)};
  }

  [[noreturn]] void fail(const std::string& what) const { reader_.fail(what); }
  // The first word of the next line with one; empty at the end of the file.
  std::string_view next_word() const {
    TextReader ahead = reader_;
    std::string_view word;
    while ((word.empty() || word.starts_with('#')) && ahead.next()) word = ahead.word();
    return word.starts_with('#') ? std::string_view() : word;
  }

  static std::string shortened(std::string_view text) {
    constexpr std::size_t longest = 60;
    return std::string(text.substr(0, longest)) + (text.size() > longest ? "..." : "");
  }

 private:
  std::string_view present(std::size_t i, std::string_view what) const {
    if (i >= size()) {
      fail(fmt::format("{}: missing; the line has {} columns", what, size()));
    }
    return words_[i];
  }

  TextReader reader_;
  std::vector<std::string_view> words_;
  std::string comment_;
};

inline constexpr std::int64_t largest_id = std::int64_t{1} << 53;

// Unit, of four numbers that are one to a few digits.
Quat<double> orientation_from(const Fields& line, const std::array<std::size_t, 4>& columns);
// Refuses a size that has no volume in range, and exponents below 1 or beyond 1000.
void check_particle(const Fields& line, const Particle& particle);
// Refuses renamed columns that a file does not have, and names that mean nothing.
void check_renamed(const std::vector<std::string>& columns, const std::vector<std::string>& known,
                   const ParticleOptions& options, const std::string& name);
// Refuses counts that the rest of the file cannot hold.
void check_count(const Fields& line, std::int64_t count, std::size_t bytes);
// By id; refuses an id that is there twice.
void sort_by_id(ParticleTable& table, const std::string& name);

}  // namespace talus
