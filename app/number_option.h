// Checks of numeric options: the whole text is a number that its type holds. CLI11 alone takes an
// empty text for zero and cuts off what is too large.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <string>

namespace talus {

template <class Number>
bool is_number(const std::string& text) {
  Number value{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  return error == std::errc{} && end == last && !text.empty();
}

inline std::string refuse_unless_number(const std::string& text) {
  return is_number<double>(text) ? "" : fmt::format("expected a number, got \"{}\"", text);
}

inline std::string refuse_unless_whole_number(const std::string& text) {
  return is_number<std::int64_t>(text)
             ? ""
             : fmt::format("expected a whole number up to {}, got \"{}\"", INT64_MAX, text);
}

}  // namespace talus
