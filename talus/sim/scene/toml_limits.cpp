#include "talus/sim/scene/toml_limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "talus/error.h"

namespace talus::scene {
namespace {

constexpr int most_brackets = 32;       // within each other
constexpr int most_dots = 16;           // of a key, or of the name of a table
constexpr int most_values = 5'000'000;  // a million bodies of one line each

// Goes over the text as a TOML lexer does: comments and strings are skipped, so that dots and
// brackets in them do not count. A text that is not TOML is read like one until its first error,
// where the parser stops.
class Scan {
 public:
  Scan(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      if (c == '"' || c == '\'') {
        skip_string(c);
        continue;
      }
      count(c);
      ++at_;
    }
  }

 private:
  void count(char c) {
    const bool opens = c == '[' || c == '{', closes = c == ']' || c == '}';
    if (opens && ++brackets_ > most_brackets) {
      fail(fmt::format("more than {} brackets within each other", most_brackets));
    }
    if (closes || c == '\n') dots_ = 0;
    if (closes) brackets_ = std::max(brackets_ - 1, 0);
    // A line within an array ends no bracket, and a missing bracket must not add up.
    if (c == '=' || c == ',' || opens) {
      dots_ = 0;
      if (++values_ > most_values) fail(fmt::format("more than {} values", most_values));
    }
    if (c == '.' && ++dots_ > most_dots) {
      fail(fmt::format("a key of more than {} parts", most_dots + 1));
    }
  }

  // From its first quote to after its last.
  void skip_string(char quote) {
    const std::string_view three = quote == '"' ? "\"\"\"" : "'''";
    const bool is_long = text_.substr(at_, 3) == three;
    at_ += is_long ? 3 : 1;
    while (at_ < text_.size()) {
      if (text_[at_] == '\\' && quote == '"') {
        at_ = std::min(at_ + 2, text_.size());
      } else if (is_long && text_.substr(at_, 3) == three) {
        at_ += 3;
        while (at_ < text_.size() && text_[at_] == quote) ++at_;  // up to two belong to the text
        return;
      } else if (!is_long && (text_[at_] == quote || text_[at_] == '\n')) {
        at_ += text_[at_] == quote ? 1 : 0;
        return;
      } else {
        ++at_;
      }
    }
  }

  [[noreturn]] void fail(const std::string& what) const {
    const std::string_view before = text_.substr(0, at_);
    const auto line = 1 + std::ranges::count(before, '\n');
    const std::size_t start = before.rfind('\n');
    const std::size_t column = at_ - (start == before.npos ? 0 : start + 1) + 1;
    throw SceneError(
        {fmt::format("{}:{}:{}: {}, which no scene needs", file_, line, column, what)});
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_{};
  int brackets_{}, dots_{}, values_{};
};

}  // namespace

void require_plain(std::string_view text, const std::string& file) { Scan(text, file).run(); }

}  // namespace talus::scene
