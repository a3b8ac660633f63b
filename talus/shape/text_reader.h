// Lines and words of a text file, with the line number for error messages.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "talus/error.h"
#include "talus/math/vec3.h"
#include "talus/parallel/interrupt_counter.h"

namespace talus {

class TextReader {
 public:
  TextReader(std::string_view content, std::string_view name) : rest_(content), name_(name) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // of UTF-8; some writers add it
    if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
  }

  // Moves to the next line; false at the end of the file.
  bool next() {
    interrupt_();
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    return true;
  }

  // The next word of the line; empty at its end.
  std::string_view word() {
    constexpr std::string_view blank = " \t\r\f\v";
    const std::size_t begin = line_.find_first_not_of(blank);
    if (begin == std::string_view::npos) return line_ = {};
    const std::size_t end = std::min(line_.find_first_of(blank, begin), line_.size());
    const std::string_view word = line_.substr(begin, end - begin);
    line_.remove_prefix(end);
    return word;
  }

  Vec3<double> point() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }

  // What follows the present line.
  std::string_view rest() const { return rest_; }

  [[noreturn]] void fail(const std::string& message) const {
    throw ShapeError(fmt::format("{}: line {}: {}", name_, number_, message));
  }

 private:
  double number() {
    std::string_view text = word();
    const std::string_view shown = text;
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
      fail(fmt::format("expected a finite coordinate, got \"{}\"", shown));
    }
    return value;
  }

  std::string_view rest_, line_, name_;
  std::int64_t number_ = 0;
  InterruptCounter interrupt_;
};

}  // namespace talus
