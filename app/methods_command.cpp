#include "app/methods_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <vector>

#include "app/json_text.h"
#include "talus/narrow/contact.h"

namespace talus {
namespace {

void for_each_pair(const std::function<void(Kind, Kind)>& visit) {
  for (int a = 0; a < kind_count; ++a) {
    for (int b = a; b < kind_count; ++b) visit(static_cast<Kind>(a), static_cast<Kind>(b));
  }
}

}  // namespace

std::string methods_as_table() {
  using Row = std::array<std::string, 3>;
  std::vector<Row> rows{{"pair", "method", "source"}};
  for_each_pair([&](Kind a, Kind b) {
    std::string pair = fmt::format("{} - {}", name_of(a), name_of(b));
    const std::span<const Method> methods = methods_of(a, b);
    if (methods.empty()) rows.push_back({pair, "(not supported)", ""});
    for (const Method& method : methods) {
      const bool production = &method == &methods.front();
      rows.push_back({pair, fmt::format("{} {}", production ? '*' : ' ', method.name),
                      std::string(method.source)});
      pair.clear();
    }
  });
  std::array<std::size_t, 3> width{};
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], row[c].size());
  }
  std::string out;
  for (const Row& row : rows) {
    std::string line = fmt::format("{:{}}  {:{}}  {}", row[0], width[0], row[1], width[1], row[2]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  out += "\n* the production method, which \"auto\" chooses\n";
  return out;
}

std::string methods_as_json() {
  Json pairs = Json::array();
  for_each_pair([&](Kind a, Kind b) {
    Json list = Json::array();
    const std::span<const Method> methods = methods_of(a, b);
    for (const Method& method : methods) {
      list.push_back({{"name", method.name},
                      {"source", method.source},
                      {"production", &method == &methods.front()}});
    }
    pairs.push_back({{"a", name_of(a)}, {"b", name_of(b)}, {"methods", std::move(list)}});
  });
  return pairs.dump(2) + '\n';
}

}  // namespace talus
