#include "app/interrupt.h"

#include <array>
#include <csignal>
#include <cstddef>

namespace talus {
namespace {

volatile std::sig_atomic_t stop_signal = 0, save_requested = 0;

void request_stop(int signal) { stop_signal = signal; }
void request_save(int /*signal*/) { save_requested = 1; }

struct Handled {
  int signal;
  const char* name;
  void (*handler)(int);
  int flags;
};

// The limits of the kernel repeat their signal, and job schedulers theirs: only a second Ctrl-C is
// a wish to end at once.
constexpr std::array<Handled, 6> handled{{
    {SIGINT, "SIGINT", request_stop, static_cast<int>(SA_RESETHAND | SA_RESTART)},
    {SIGTERM, "SIGTERM", request_stop, SA_RESTART},
    {SIGHUP, "SIGHUP", request_stop, SA_RESTART},
    {SIGXCPU, "SIGXCPU", request_stop, SA_RESTART},
    {SIGXFSZ, "SIGXFSZ", request_stop, SA_RESTART},
    {SIGUSR1, "SIGUSR1", request_save, SA_RESTART},
}};

std::array<struct sigaction, handled.size()> before;

}  // namespace

Interrupt::Interrupt() {
  stop_signal = 0;
  save_requested = 0;
  for (std::size_t i = 0; i < handled.size(); ++i) {
    sigaction(handled[i].signal, nullptr, &before[i]);
    // XFSZ is ignored by this program itself (app/standard_streams.h).
    if (before[i].sa_handler == SIG_IGN && handled[i].signal != SIGXFSZ) continue;
    struct sigaction action {};
    action.sa_handler = handled[i].handler;
    action.sa_flags = handled[i].flags;
    sigemptyset(&action.sa_mask);
    sigaction(handled[i].signal, &action, nullptr);
  }
}

Interrupt::~Interrupt() {
  for (std::size_t i = 0; i < handled.size(); ++i) {
    sigaction(handled[i].signal, &before[i], nullptr);
  }
}

bool Interrupt::is_requested() const { return stop_signal != 0; }

bool Interrupt::take_save_request() const {
  if (save_requested == 0) return false;
  save_requested = 0;
  return true;
}

const char* Interrupt::name() const {
  for (const Handled& one : handled) {
    if (one.signal == stop_signal) return one.name;
  }
  return "";
}

}  // namespace talus
