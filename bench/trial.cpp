#include "bench/trial.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace bench {
namespace {

double processor_seconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

// Kills this process with SIGVTALRM after `seconds` of its own processor time, not of the clock:
// the machine may be busy with something else.
void arm_watchdog(double seconds) {
  itimerval timer{};
  timer.it_value.tv_usec = static_cast<suseconds_t>(seconds * 1e6);
  setitimer(ITIMER_VIRTUAL, &timer, nullptr);
}

[[noreturn]] void run_child(Contender& contender, Trial* trials, int first, int count, Start start,
                            double seconds) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (freopen("/dev/null", "w", stderr) == nullptr) _exit(2);  // peers print before they abort
  const double end = processor_seconds(RUSAGE_SELF) + seconds;
  for (int i = first; i < count && processor_seconds(RUSAGE_SELF) < end; ++i) {
    trials[i].outcome = Outcome::running;
    arm_watchdog(longest_query_seconds);
    if (start == Start::warm) contender.remember(i);
    trials[i].answer = start == Start::warm ? contender.warm(i) : contender.cold(i);
    trials[i].outcome = Outcome::answered;
  }
  _exit(0);
}

}  // namespace

const char* name_of(Start start) { return start == Start::cold ? "cold" : "warm"; }

std::vector<Trial> try_all(Contender& contender, int pair_count, Start start) {
  const std::size_t bytes = pair_count * sizeof(Trial);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("bench: no shared memory");
  auto* trials = static_cast<Trial*>(memory);
  for (int i = 0; i < pair_count; ++i) trials[i] = Trial{};

  const double begin = processor_seconds(RUSAGE_CHILDREN);
  for (int first = 0; first < pair_count;) {
    const double left = longest_trial_seconds - (processor_seconds(RUSAGE_CHILDREN) - begin);
    if (left <= 0) break;
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("bench: cannot fork");
    if (child == 0) run_child(contender, trials, first, pair_count, start, left);
    int status = 0;
    waitpid(child, &status, 0);
    while (first < pair_count && trials[first].outcome == Outcome::answered) ++first;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) break;  // all done, or out of time
    if (first == pair_count) break;
    const bool timed_out = WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM;
    trials[first++].outcome = timed_out ? Outcome::no_return : Outcome::aborted;
  }
  std::vector<Trial> result(trials, trials + pair_count);
  munmap(memory, bytes);
  return result;
}

}  // namespace bench
