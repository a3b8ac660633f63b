#include "app/progress_bar.h"

#include <unistd.h>

#include <algorithm>

#include "app/log.h"

namespace talus {
namespace {

using namespace std::chrono_literals;
constexpr int width = 30;  // characters of the bar

}  // namespace

ProgressBar::ProgressBar(bool enabled)
    : enabled_(enabled),
      on_terminal_(::isatty(STDERR_FILENO) == 1),
      next_(start_ + (on_terminal_ ? 500ms : 5000ms)) {}

ProgressBar::~ProgressBar() {
  if (shown_ && on_terminal_) log_progress("\r\033[K");
}

double ProgressBar::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void ProgressBar::message(const std::string& line) {
  if (shown_ && on_terminal_) log_progress("\r\033[K");
  log("{}\n", line);
}

void ProgressBar::show(double done, const std::string& text) {
  if (!is_due()) return;
  next_ = Clock::now() + (on_terminal_ ? 200ms : 10000ms);
  shown_ = true;
  const double share = std::clamp(done, 0.0, 1.0);
  if (!on_terminal_) {
    log_progress(fmt::format("talus: {:.0f} %, {}, {:.0f} s\n", 100.0 * share, text, seconds()));
    return;
  }
  const int filled = static_cast<int>(share * width);
  log_progress(fmt::format("\r[{:#<{}}{:.<{}}] {:3.0f} %  {}  {:.0f} s\033[K", "", filled, "",
                           width - filled, 100.0 * share, text, seconds()));
}

}  // namespace talus
