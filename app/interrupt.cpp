#include "app/interrupt.h"

#include <csignal>
#include <initializer_list>

namespace talus {
namespace {

volatile std::sig_atomic_t requested = 0;

void request(int /*signal*/) { requested = 1; }

void handle(void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
  requested = 0;
  handle(request, static_cast<int>(SA_RESETHAND | SA_RESTART));
}

Interrupt::~Interrupt() { handle(SIG_DFL, 0); }

bool Interrupt::is_requested() const { return requested != 0; }

}  // namespace talus
