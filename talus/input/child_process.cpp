#include "talus/input/child_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <utility>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "talus/parallel/interrupt.h"

namespace talus {
namespace {

// The statuses with which a child ends by itself.
constexpr int done_status = 0, memory_status = 40, exception_status = 41;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool has_shadow_memory = true;  // terabytes of addresses, which no limit allows
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool has_shadow_memory = true;
#else
constexpr bool has_shadow_memory = false;
#endif
#else
constexpr bool has_shadow_memory = false;
#endif

// Addresses that the process has now, bytes.
std::uint64_t address_space() {
  unsigned long long pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%llu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void lower_limit(int resource, std::uint64_t value) {
  rlimit limit{};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(value, limit.rlim_max);
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

// What a host program does on these signals is not for the child.
void restore_signals() {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    if (!has_shadow_memory) std::signal(signal, SIG_DFL);
  }
  for (const int signal : {SIGXCPU, SIGTERM, SIGALRM}) std::signal(signal, SIG_DFL);
  for (const int signal : {SIGINT, SIGHUP, SIGPIPE}) std::signal(signal, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void run_child(int descriptor, const ChildLimits& limits, pid_t parent,
                            std::uint64_t addresses, const std::function<void(Connection&)>& work) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(done_status);
#endif
  restore_signals();
  lower_limit(RLIMIT_CORE, 0);
  lower_limit(RLIMIT_CPU, static_cast<std::uint64_t>(limits.computing_seconds));
  if (!has_shadow_memory && addresses > 0) lower_limit(RLIMIT_AS, addresses + limits.memory);
  const InterruptScope none(nullptr);  // that of the caller waits for threads that are not here
  int status = done_status;
  // Never destroyed: the parent sees its end when the status is known.
  Connection* const connection = new Connection(descriptor);
  try {
    work(*connection);
  } catch (const std::bad_alloc&) {
    status = memory_status;
  } catch (...) {
    status = exception_status;
  }
  ::_exit(status);
}

}  // namespace

void Connection::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

bool Connection::wait_for(short events) {
  if (silence_ < 0.0) return true;
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                   std::chrono::duration<double>(silence_));
  for (;;) {
    pollfd request{descriptor_, events, 0};
    const int ready = ::poll(&request, 1, static_cast<int>(interrupt_interval.count()));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
    check_interrupt();
    if (Clock::now() < end) continue;
    was_silent_ = true;
    return false;
  }
}

bool Connection::send(const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    if (!wait_for(POLLOUT)) return false;
    const ssize_t count = ::send(descriptor_, at, size, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool Connection::receive(void* data, std::size_t size) {
  char* at = static_cast<char*>(data);
  while (size > 0) {
    if (!wait_for(POLLIN)) return false;
    const ssize_t count = ::recv(descriptor_, at, size, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

bool send_text(Connection& connection, const std::string& text) {
  return send_value(connection, std::uint64_t{text.size()}) &&
         connection.send(text.data(), text.size());
}

bool receive_text(Connection& connection, std::string& text, std::size_t most) {
  std::uint64_t size = 0;
  if (!receive_value(connection, size) || size > most) return false;
  text.resize(size);
  return connection.receive(text.data(), text.size());
}

ChildProcess::ChildProcess(const ChildLimits& limits, const std::function<void(Connection&)>& work)
    : limits_(limits) {
  int ends[2] = {-1, -1};
  const std::uint64_t addresses = address_space();
  const pid_t parent = ::getpid();
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0) child_ = ::fork();
  if (ends[0] < 0 || child_ < 0) {
    const std::string reason = std::strerror(errno);
    for (const int end : ends) {
      if (end >= 0) ::close(end);
    }
    throw ChildError(fmt::format("the process that reads it cannot be started: {}", reason));
  }
  if (child_ == 0) {
    ::close(ends[0]);
    run_child(ends[1], limits, parent, addresses, work);
  }
  ::close(ends[1]);
  connection_.emplace(ends[0]);
  connection_->limit_silence(limits.silence_seconds);
}

ChildProcess::~ChildProcess() {
  connection_->close();
  if (ended_) return;
  ::kill(child_, SIGKILL);  // it has nothing to finish
  while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void ChildProcess::fail() {
  const bool was_silent = connection_->was_silent();
  connection_->close();
  ::kill(child_, SIGKILL);  // no effect on a child that has ended; it keeps its status
  int status = 0;
  pid_t waited = -1;
  do {
    waited = ::waitpid(child_, &status, 0);
  } while (waited < 0 && errno == EINTR);
  ended_ = true;
  if (was_silent) {
    throw ChildError(fmt::format("the process that reads it gave no answer within {:g} s",
                                 limits_.silence_seconds));
  }
  if (waited == child_ && WIFSIGNALED(status)) {
    if (WTERMSIG(status) == SIGXCPU) {
      throw ChildError(
          fmt::format("reading it took more than {} s of computing time; it is damaged or crafted",
                      limits_.computing_seconds));
    }
    throw ChildError(fmt::format("the library that reads it crashed ({}); it is damaged or crafted",
                                 ::strsignal(WTERMSIG(status))));
  }
  if (waited == child_ && WIFEXITED(status) && WEXITSTATUS(status) == memory_status) {
    throw ChildError(
        fmt::format("reading it takes more than {} MiB of memory", limits_.memory >> 20));
  }
  throw ChildError("the process that reads it ended without an answer; it is damaged or crafted");
}

void ChildProcess::send(const void* data, std::size_t size) {
  if (!connection_->send(data, size)) fail();
}

void ChildProcess::receive(void* data, std::size_t size) {
  if (!connection_->receive(data, size)) fail();
}

void ChildProcess::send(const std::string& text) {
  send(std::uint64_t{text.size()});
  send(text.data(), text.size());
}

std::string ChildProcess::receive_text(std::size_t most) {
  const auto size = receive<std::uint64_t>();
  if (size > most) fail();
  std::string text(size, '\0');
  receive(text.data(), size);
  return text;
}

}  // namespace talus
