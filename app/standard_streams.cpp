#include "app/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <initializer_list>

namespace talus {

void open_standard_streams() {
  // The lowest free number is given first, hence the order. What cannot be read cannot be taken for
  // an empty input, and what cannot be written not for an output that arrived.
  const int flags[] = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; ++number) {
    if (::fcntl(number, F_GETFD) >= 0) continue;
    if (::open("/dev/null", flags[number]) >= 0) continue;
    static_cast<void>(::open("/", O_RDONLY | O_DIRECTORY));  // takes the number, and no data
  }
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

}  // namespace talus
