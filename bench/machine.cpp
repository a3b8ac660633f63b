#include "bench/machine.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace bench {

Pinned::Pinned() {
  if (sched_getaffinity(0, sizeof before_, &before_) != 0) {
    throw std::runtime_error(std::string("bench: sched_getaffinity: ") + std::strerror(errno));
  }
  // The last one allowed: interrupts tend to be served by the first.
  core_ = CPU_SETSIZE - 1;
  while (core_ > 0 && !CPU_ISSET(core_, &before_)) --core_;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core_, &one);
  if (sched_setaffinity(0, sizeof one, &one) != 0) {
    throw std::runtime_error(std::string("bench: sched_setaffinity: ") + std::strerror(errno));
  }
}

Pinned::~Pinned() { sched_setaffinity(0, sizeof before_, &before_); }

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

std::string compiler_name() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

}  // namespace bench
