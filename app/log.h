// Messages on the standard error. They never throw and never end the program: a full disk or a
// closed descriptor costs the message, not the work.
//
// A reader that does not read (a pipe that is full, a terminal that is stopped) costs the message,
// too, where it would cost the work: within a LogPatience, and for progress everywhere.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace talus {

void log_text(std::string_view text) noexcept;
// What is out of date soon: lost if the reader is not ready.
void log_progress(std::string_view text) noexcept;

template <class... Values>
void log(fmt::format_string<Values...> format, Values&&... values) {
  log_text(fmt::format(format, std::forward<Values>(values)...));
}

inline constexpr double wait_for_ever = -1.0;

// While it exists, a message waits for its reader for so many seconds at most, and not at all after
// one that was lost, until the reader is ready again. Outside, messages wait for ever.
class LogPatience {
 public:
  explicit LogPatience(double seconds);
  ~LogPatience();
  LogPatience(const LogPatience&) = delete;
  LogPatience& operator=(const LogPatience&) = delete;

 private:
  double before_;
};

}  // namespace talus
