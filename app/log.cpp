#include "app/log.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>

namespace talus {
namespace {

std::atomic<double> patience = wait_for_ever;  // s
std::atomic<bool> was_lost = false;            // the last message, since its reader was not ready

// The standard error without blocking. The flag O_NONBLOCK would change it for all processes that
// share it; a second opening of the same pipe or terminal has flags of its own, and sockets have a
// flag per message. What cannot be opened again is written as it is, in pieces that a pipe takes
// without blocking once poll reports room in it.
class LogDescriptor {
 public:
  explicit LogDescriptor(bool blocks) {
    struct stat status {};
    if (blocks || ::fstat(STDERR_FILENO, &status) != 0) return;
    is_socket_ = S_ISSOCK(status.st_mode);
    if (!S_ISFIFO(status.st_mode) && !S_ISCHR(status.st_mode)) return;
    own_ = ::open("/proc/self/fd/2", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  }
  ~LogDescriptor() {
    if (own_ >= 0) ::close(own_);
  }
  LogDescriptor(const LogDescriptor&) = delete;
  LogDescriptor& operator=(const LogDescriptor&) = delete;
  int number() const { return own_ >= 0 ? own_ : STDERR_FILENO; }
  ssize_t write(std::string_view text) const {
    if (is_socket_) return ::send(number(), text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    return ::write(number(), text.data(), text.size());
  }

 private:
  int own_ = -1;
  bool is_socket_ = false;
};

using Clock = std::chrono::steady_clock;

// Whether the descriptor can be written, or has an error that writing reports.
bool is_ready(int descriptor, double seconds, Clock::time_point start) {
  for (;;) {
    const double left = seconds - std::chrono::duration<double>(Clock::now() - start).count();
    pollfd request{descriptor, POLLOUT, 0};
    const int timeout = seconds < 0.0 ? -1 : static_cast<int>(1000.0 * std::max(0.0, left));
    const int ready = ::poll(&request, 1, timeout);
    if (ready >= 0 || errno != EINTR) return ready != 0;
  }
}

// False: the reader was not ready within `seconds`.
bool write_within(std::string_view text, double seconds) noexcept {
  const LogDescriptor out(seconds < 0.0);
  constexpr std::size_t piece = 4096;  // PIPE_BUF of Linux
  const Clock::time_point start = Clock::now();
  while (!text.empty()) {
    if (!is_ready(out.number(), seconds, start)) return false;
    const ssize_t written = out.write(text.substr(0, piece));
    if (written < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) continue;
    if (written <= 0) return true;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

void log_text(std::string_view text) noexcept {
  const double seconds = patience;
  was_lost = !write_within(text, seconds > 0.0 && was_lost ? 0.0 : seconds);
}

void log_progress(std::string_view text) noexcept { write_within(text, 0.0); }

LogPatience::LogPatience(double seconds) : before_(patience.exchange(seconds)) {}
LogPatience::~LogPatience() { patience = before_; }

}  // namespace talus
