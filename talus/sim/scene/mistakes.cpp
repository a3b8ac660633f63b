#include "talus/sim/scene/mistakes.h"

#include <fmt/format.h>

#include <algorithm>

namespace talus {

SceneError::SceneError(std::vector<std::string> mistakes)
    : std::runtime_error(fmt::format("{}", fmt::join(mistakes, "\n"))),
      mistakes_(std::move(mistakes)) {}

namespace scene {

void Mistakes::add(int line, int column, std::string_view key, std::string_view what) {
  found_.push_back({line, column,
                    key.empty() ? fmt::format("{}:{}:{}: {}", file_, line, column, what)
                                : fmt::format("{}:{}:{}: {}: {}", file_, line, column, key, what)});
}

void Mistakes::check() const {
  if (none()) return;
  std::vector<Mistake> sorted = found_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Mistake& p, const Mistake& q) {
    return p.line != q.line ? p.line < q.line : p.column < q.column;
  });
  std::vector<std::string> text;
  for (Mistake& mistake : sorted) text.push_back(std::move(mistake.text));
  throw SceneError(std::move(text));
}

std::string Mistakes::place_of(const Node& node) const {
  return fmt::format("{}:{}", file_, node.line);
}

}  // namespace scene
}  // namespace talus
