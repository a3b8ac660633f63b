#include "app/start_program.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>

extern char** environ;

namespace talus {
namespace {

// Niceness of the started program, 0 to 19: it must not slow down a run on all cores. A choice.
constexpr int low_priority = 10;

bool spawn(const std::vector<std::string>& command, int output, pid_t& process) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (output >= 0) {
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  } else {
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  }
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t all;
  sigfillset(&all);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes,
                           static_cast<short>(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID));
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const int error = posix_spawnp(&process, words[0], &files, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error == 0;
}

std::string first_line(int descriptor, double seconds) {
  const auto start = std::chrono::steady_clock::now();
  std::string line;
  for (char c{};;) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    const auto left = static_cast<int>(1e3 * (seconds - spent.count()));
    pollfd watched{descriptor, POLLIN, 0};
    if (left <= 0 || (::poll(&watched, 1, left) <= 0 && errno != EINTR)) return {};
    const ssize_t count = ::read(descriptor, &c, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return {};
    if (c == '\n') return line;
    line.push_back(c);
  }
}

}  // namespace

bool start_program(const std::vector<std::string>& command) {
  pid_t process{};
  return spawn(command, -1, process);
}

std::string start_self(const std::vector<std::string>& arguments, double seconds) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  std::vector<std::string> command{"/proc/self/exe"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  pid_t process{};
  const bool started = spawn(command, ends[1], process);
  ::close(ends[1]);
  std::string line;
  if (started) {
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(process), low_priority);
    line = first_line(ends[0], seconds);
  }
  ::close(ends[0]);
  return line;
}

}  // namespace talus
