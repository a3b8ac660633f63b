#include "talus/output/read_run_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "talus/error.h"
#include "talus/input/input_file.h"
#include "talus/output/file.h"

namespace talus {
namespace {

[[noreturn]] void refuse_to_read(const std::filesystem::path& file, const std::string& why) {
  throw RunFolderError(RunFolderError::Reason::damaged,
                       fmt::format("cannot read {}: {}", file.string(), why));
}

}  // namespace

std::string read_run_file(const std::filesystem::path& file, std::uint64_t most) {
  struct stat status {};
  if (::lstat(file.c_str(), &status) != 0 && errno == ENOENT) return {};
  const std::string special = special_file(file);
  if (!special.empty()) {
    refuse_to_read(file, fmt::format("it is {}, where a run has a regular file", special));
  }
  try {
    return read_input_file(file, most);
  } catch (const UnreadableFile& error) {
    refuse_to_read(file, error.after_cannot_read());
  }
}

std::string start_of_run_file(const std::filesystem::path& file, std::size_t most) {
  struct stat status {};
  if (::lstat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  const int descriptor =
      ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY);
  std::string text(most, '\0');
  std::size_t done = 0;
  ssize_t count = descriptor < 0 ? -1 : 1;
  while (count > 0 && done < most) {
    count = ::read(descriptor, text.data() + done, most - done);
    if (count > 0) done += static_cast<std::size_t>(count);
    if (count < 0 && errno == EINTR) count = 1;
  }
  const int error = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (count < 0) refuse_to_read(file, std::strerror(error));
  text.resize(done);
  return text;
}

}  // namespace talus
