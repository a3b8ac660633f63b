#include "talus/sim/scene/read_table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "talus/input/input_file.h"
#include "talus/setup.h"

namespace talus::scene {
namespace {

constexpr std::uint64_t most_table_bytes = std::uint64_t{64} << 20;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r";
  const std::size_t first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

// "position [m]" is "position".
std::string_view name_of_column(std::string_view text) {
  return trimmed(text.substr(0, text.find('[')));
}

bool read_number(std::string_view text, double& number) {
  const std::string_view digits = trimmed(text);
  const char* const last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, number);
  return error == std::errc{} && end == last && std::isfinite(number);
}

// Enough of a line to find it by.
std::string shown(std::string_view line) {
  constexpr std::size_t most = 60;
  std::string text(line.substr(0, most));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = '?';
  }
  return line.size() > most ? text + "..." : text;
}

}  // namespace

TableFile read_table_file(const std::filesystem::path& file,
                          std::span<const std::string_view> quantities,
                          std::string_view first_column) {
  const auto fail = [&](const std::string& why) {
    throw TableFileError(fmt::format("{}: {}", file.string(), why));
  };
  std::string text;
  try {
    text = read_input_file(file, most_table_bytes);
  } catch (const UnreadableFile& error) {
    fail(error.what());
  }
  TableFile table;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = trimmed(std::string_view(text).substr(at, end - at));
    at = end + 1;
    ++number;
    if (line.empty()) continue;
    const std::size_t comma = line.find(',');
    const std::string_view first = line.substr(0, comma);
    const std::string_view second =
        comma == std::string_view::npos ? std::string_view{} : line.substr(comma + 1);
    if (table.quantity.empty()) {
      table.quantity = std::string(name_of_column(second));
      const bool known =
          std::find(quantities.begin(), quantities.end(), table.quantity) != quantities.end();
      if (name_of_column(first) != first_column || !known) {
        fail(
            fmt::format("line {}: expected the names of two columns, \"{}\" and one of {}, got "
                        "\"{}\"",
                        number, first_column, fmt::join(quantities, ", "), shown(line)));
      }
      continue;
    }
    double time{}, value{};
    if (!read_number(first, time) || !read_number(second, value)) {
      fail(fmt::format("line {}: expected two finite numbers, got \"{}\"", number, shown(line)));
    }
    if (table.time.size() == most_table_rows) {
      fail(fmt::format("has more than {} rows", most_table_rows));
    }
    table.time.push_back(time);
    table.value.push_back(value);
  }
  if (table.time.size() < 2) fail(fmt::format("has {} rows; 2 are needed", table.time.size()));
  return table;
}

}  // namespace talus::scene
