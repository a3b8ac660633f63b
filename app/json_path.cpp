#include "app/json_path.h"

#include <fmt/format.h>

namespace talus {

std::string JsonPath::text() const {
  if (parent_ == nullptr) return {};
  const std::string before = parent_->text();
  if (index_ >= 0) return fmt::format("{}[{}]", before, index_);
  return before.empty() ? std::string(name_) : fmt::format("{}.{}", before, name_);
}

void JsonPath::fail(const std::string& message) const {
  const std::string path = text();
  throw FormatError(path.empty() ? message : fmt::format("{}: {}", path, message));
}

}  // namespace talus
