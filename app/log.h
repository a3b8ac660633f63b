// Messages on the standard error. They never throw and never end the program: a full disk or a
// closed descriptor costs the message, not the work.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace talus {

void log_text(std::string_view text) noexcept;

template <class... Values>
void log(fmt::format_string<Values...> format, Values&&... values) {
  log_text(fmt::format(format, std::forward<Values>(values)...));
}

}  // namespace talus
