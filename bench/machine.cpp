#include "bench/machine.h"

#include <sched.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace bench {

int pin_to_one_core() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
    throw std::runtime_error(std::string("bench: sched_getaffinity: ") + std::strerror(errno));
  }
  // The last one allowed: interrupts tend to be served by the first.
  int core = CPU_SETSIZE - 1;
  while (core > 0 && !CPU_ISSET(core, &allowed)) --core;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  if (sched_setaffinity(0, sizeof one, &one) != 0) {
    throw std::runtime_error(std::string("bench: sched_setaffinity: ") + std::strerror(errno));
  }
  return core;
}

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
