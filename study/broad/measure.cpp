#include "study/broad/measure.h"

#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>

namespace study::broad {
namespace {

// A line of /proc/self/status, in bytes; 0 where the system has none.
std::size_t status_bytes(const std::string& name) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(name, 0) == 0) return 1024 * std::stoull(line.substr(name.size()));
  }
  return 0;
}

// From now on VmHWM is the most that is used from now on.
void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

Measured search(const talus::broad::Scheme& scheme, const talus::broad::Scene& scene, int most,
                double enough) {
  Measured measured;
  double spent = 0;
  while (measured.searches < most && (measured.searches == 0 || spent < enough)) {
    talus::broad::PairList pairs;
    const bool first = measured.searches++ == 0;
    const std::size_t before = status_bytes("VmRSS:");
    if (first) forget_peak();
    const double begin = processor_seconds();
    scheme.find(scene, 1, pairs, measured.work);
    const double seconds = processor_seconds() - begin;
    spent += seconds;
    measured.seconds = first ? seconds : std::min(measured.seconds, seconds);
    if (!first) continue;
    measured.resident = status_bytes("VmHWM:") - before;
    measured.tally = tally_of(pairs);
  }
  return measured;
}

// Ends the process when it has used so much processor time.
void limit_processor_time(double seconds) {
  const auto whole = static_cast<rlim_t>(std::ceil(seconds));
  const rlimit limit{whole, whole + 1};
  setrlimit(RLIMIT_CPU, &limit);
}

}  // namespace

double processor_seconds() {
  // Of the thread: a limited process counts its own time in ticks of the system's clock.
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Tally tally_of(const talus::broad::PairList& pairs) {
  Tally tally{pairs.pair.size(), 0};
  for (const talus::broad::BodyPair& pair : pairs.pair) {
    // Scrambled (splitmix64), so that no two lists have the same sum by chance.
    std::uint64_t x = std::uint64_t{static_cast<std::uint32_t>(pair.a)} << 32 |
                      static_cast<std::uint32_t>(pair.b);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    tally.sum += x ^ (x >> 31);
  }
  return tally;
}

std::optional<Measured> measure(const talus::broad::Scheme& scheme,
                                const talus::broad::Scene& scene, int most, double enough,
                                double limit) {
  malloc_trim(0);  // what the bodies left behind must not serve the search
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("study: pipe: " + std::string(strerror(errno)));
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("study: fork: " + std::string(strerror(errno)));
  if (child == 0) {
    limit_processor_time(limit + enough);
    const Measured measured = search(scheme, scene, most, enough);
    _exit(write(ends[1], &measured, sizeof measured) == sizeof measured ? 0 : 1);
  }
  close(ends[1]);
  Measured measured;
  const bool answered = read(ends[0], &measured, sizeof measured) == sizeof measured;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (answered) return measured;
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)) {
    return std::nullopt;
  }
  throw std::runtime_error("study: the search by " + std::string(scheme.name) + " failed");
}

}  // namespace study::broad
