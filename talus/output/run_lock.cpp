#include "talus/output/run_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "talus/output/file.h"
#include "talus/output/read_run_file.h"

namespace talus {
namespace {

constexpr int first_free_descriptor = 3;  // after standard input, output and error

std::string own_text() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return fmt::format("process {} on {}\n", ::getpid(), host.data());
}

[[noreturn]] void refuse(const std::filesystem::path& file, int descriptor, const char* use) {
  std::array<char, 512> text{};
  const ssize_t size = ::pread(descriptor, text.data(), text.size() - 1, 0);
  ::close(descriptor);
  std::string holder(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  holder.erase(std::min(holder.find('\n'), holder.size()));
  throw RunFolderError(RunFolderError::Reason::in_use,
                       fmt::format("{} is in use: {} {}", file.parent_path().string(),
                                   holder.empty() ? "another process" : holder, use));
}

[[noreturn]] void fail(const std::filesystem::path& file) {
  throw FileError(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
}

int open_lock(const std::filesystem::path& file, int flags) {
  const int first = ::open(file.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  if (first < 0 || first >= first_free_descriptor) return first;
  const int second = ::fcntl(first, F_DUPFD_CLOEXEC, first_free_descriptor);
  ::close(first);
  return second;
}

// A lock of the open file, not of the process: a second run in the same process is refused, too.
struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

bool has_name(int descriptor, const std::filesystem::path& file) {
  struct stat open {
  }, named{};
  return ::fstat(descriptor, &open) == 0 && ::stat(file.c_str(), &named) == 0 &&
         open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

}  // namespace

bool is_lock_text(std::string_view text) {
  return text.empty() || (text.size() <= longest_lock_text && text.starts_with("process "));
}

RunLock::RunLock(const std::filesystem::path& file, const char* use) : descriptor_(-1) {
  const std::string special = special_file(file);
  if (!special.empty()) {
    throw FileError(fmt::format("cannot write {}: it is {}", file.string(), special));
  }
  // Again if the file was removed between opening and locking it.
  do {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = open_lock(file, O_RDWR | O_CREAT);
    if (descriptor_ < 0) fail(file);
    struct flock lock = whole_file();
    held_ = ::fcntl(descriptor_, F_OFD_SETLK, &lock) == 0;
    if (!held_ && (errno == EAGAIN || errno == EACCES)) {
      refuse(file, std::exchange(descriptor_, -1), use);
    }
  } while (held_ && !has_name(descriptor_, file));
  if (!is_lock_text(start_of_run_file(file, longest_lock_text + 1))) {
    ::close(std::exchange(descriptor_, -1));
    throw RunFolderError(RunFolderError::Reason::foreign,
                         fmt::format("{} is not a lock of talus: move it away", file.string()));
  }
  // For messages only: no reason to fail if the disk is full.
  const std::string text = own_text();
  if (::ftruncate(descriptor_, 0) == 0) {
    static_cast<void>(!::pwrite(descriptor_, text.data(), text.size(), 0));
  }
}

RunLock::RunLock(RunLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), held_(other.held_) {}

RunLock::~RunLock() {
  if (descriptor_ < 0) return;
  static_cast<void>(!::ftruncate(descriptor_, 0));
  ::close(descriptor_);
}

void check_unlocked(const std::filesystem::path& file) {
  const int descriptor = open_lock(file, O_RDONLY);
  if (descriptor < 0) return;
  struct flock lock = whole_file();
  if (::fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK) {
    refuse(file, descriptor, writes_a_run);
  }
  ::close(descriptor);
}

}  // namespace talus
