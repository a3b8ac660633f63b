#include "talus/input/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace talus {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  operator int() const { return value_; }

 private:
  int value_;
};

const char* kind_in_words(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  if (S_ISSOCK(mode)) return "a socket";
  return "not a regular file";
}

[[noreturn]] void fail_by_errno(const char* what) {
  const std::string reason = std::strerror(errno);
  throw UnreadableFile(fmt::format("{}: {}", what, reason), reason);
}

void require_regular(const struct stat& status) {
  if (S_ISREG(status.st_mode)) return;
  throw UnreadableFile(fmt::format("is {}{}", kind_in_words(status.st_mode),
                                   S_ISDIR(status.st_mode) ? "" : ", not a regular file"));
}

// The length of the open file.
std::uint64_t open_regular(const std::filesystem::path& file, int& descriptor) {
  struct stat status {};
  // Examined before it is opened: opening a device or a pipe can have effects of its own.
  if (::stat(file.c_str(), &status) != 0) fail_by_errno("cannot be opened");
  require_regular(status);
  descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) fail_by_errno("cannot be opened");
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor);
    throw UnreadableFile("is not a regular file");
  }
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

std::string read_input_file(const std::filesystem::path& file, std::uint64_t most) {
  int opened = -1;
  const std::uint64_t size = open_regular(file, opened);
  const Descriptor descriptor(opened);
  if (size > most) {
    throw UnreadableFile(fmt::format("has {} bytes, more than the limit of {}", size, most));
  }
  std::string content;
  try {
    content.resize(size);
  } catch (const std::bad_alloc&) {
    throw UnreadableFile(fmt::format("has {} bytes, more than there is memory for", size));
  }
  std::size_t done = 0;
  while (done < content.size()) {
    const ssize_t count = ::read(descriptor, content.data() + done, content.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_by_errno("cannot be read");
    if (count == 0) break;  // somebody has cut the file
    done += static_cast<std::size_t>(count);
  }
  content.resize(done);
  return content;
}

std::uint64_t input_file_size(const std::filesystem::path& file) {
  int opened = -1;
  const std::uint64_t size = open_regular(file, opened);
  ::close(opened);
  return size;
}

std::string extension_of(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return extension;
}

}  // namespace talus
