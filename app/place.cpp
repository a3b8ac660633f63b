#include "app/place.h"

#include <fmt/format.h>

namespace talus {

std::string Place::text() const {
  if (parent_ == nullptr) return {};
  const std::string before = parent_->text();
  if (index_ >= 0) return fmt::format("{}[{}]", before, index_);
  return before.empty() ? std::string(name_) : fmt::format("{}.{}", before, name_);
}

void Place::fail(const std::string& message) const {
  const std::string place = text();
  throw FormatError(place.empty() ? message : fmt::format("{}: {}", place, message));
}

}  // namespace talus
