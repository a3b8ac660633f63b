#include "talus/sim/scene/scene_errors.h"

#include <fmt/format.h>

#include <algorithm>

#include "talus/setup/names.h"

namespace talus {

SceneError::SceneError(std::vector<std::string> messages)
    : std::runtime_error(fmt::format("{}", fmt::join(messages, "\n"))),
      messages_(std::move(messages)) {}

namespace scene {

void SceneErrors::add(int line, int column, std::string_view key, std::string_view what) {
  if (++count_ > most_listed_errors) return;
  const std::string where =
      file_.empty() ? std::string() : fmt::format("{}:{}:{}: ", file_, line, column);
  // Keys and values of the file are in both.
  const std::string text = printable(what);
  found_.push_back({line, column,
                    key.empty() ? fmt::format("{}{}", where, text)
                                : fmt::format("{}{}: {}", where, printable(key), text)});
}

void SceneErrors::check() const {
  if (none()) return;
  std::vector<Entry> sorted = found_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Entry& p, const Entry& q) {
    return p.line != q.line ? p.line < q.line : p.column < q.column;
  });
  std::vector<std::string> text;
  for (Entry& error : sorted) text.push_back(std::move(error.text));
  if (count_ > most_listed_errors) {
    text.push_back(fmt::format("{}: and {} more errors", file_, count_ - most_listed_errors));
  }
  throw SceneError(std::move(text));
}

}  // namespace scene
}  // namespace talus
