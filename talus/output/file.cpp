#include "talus/output/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace talus {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what) {
  throw FileError(fmt::format("cannot write {}: {}", file.string(), what));
}

int open_or_fail(const std::filesystem::path& path, int flags, const std::filesystem::path& name) {
  std::error_code ignored;
  if (std::filesystem::is_directory(name, ignored)) fail(name, "it is a directory");
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  if (descriptor < 0) fail(name, std::strerror(errno));
  return descriptor;
}

// 0 or errno. After a short write the next write reports the reason.
int write_all(int descriptor, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(descriptor, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written < 0 ? errno : EIO;
    data += written;
    size -= static_cast<std::size_t>(written);
  }
  return 0;
}

// Of a file or, as names are part of it, of a folder. Not every file system can sync a folder, and
// then it does not matter.
void sync_path(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  const int result = ::fsync(descriptor);
  const int error = errno;
  ::close(descriptor);
  if (result != 0 && !std::filesystem::is_directory(path)) fail(path, std::strerror(error));
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : ".";
}

}  // namespace

void sync_files(const std::set<std::filesystem::path>& files) {
  std::set<std::filesystem::path> folders;
  for (const std::filesystem::path& file : files) {
    sync_path(file);
    folders.insert(folder_of(file));
  }
  for (const std::filesystem::path& folder : folders) sync_path(folder);
}

AtomicFile::AtomicFile(const std::filesystem::path& file)
    : file_(file),
      part_(file.string() + ".part"),
      descriptor_(open_or_fail(part_, O_WRONLY | O_CREAT | O_TRUNC, file)) {}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void AtomicFile::write(std::string_view text) {
  if (const int error = write_all(descriptor_, text.data(), text.size())) {
    fail(file_, std::strerror(error));
  }
}

void AtomicFile::finish(Sync sync) {
  if (sync == Sync::now && ::fsync(descriptor_) != 0) fail(file_, std::strerror(errno));
  if (::rename(part_.c_str(), file_.c_str()) != 0) fail(file_, std::strerror(errno));
  ::close(std::exchange(descriptor_, -1));
  if (sync == Sync::now) sync_path(folder_of(file_));
}

AppendFile::AppendFile(const std::filesystem::path& file)
    : file_(file), descriptor_(open_or_fail(file, O_WRONLY | O_CREAT | O_APPEND, file)) {
  struct stat status {};
  if (::fstat(descriptor_, &status) == 0) size_ = static_cast<std::uintmax_t>(status.st_size);
}

AppendFile::~AppendFile() { ::close(descriptor_); }

void AppendFile::append(std::string_view text) {
  if (const int error = write_all(descriptor_, text.data(), text.size())) {
    cut(size_);
    fail(file_, std::strerror(error));
  }
  size_ += text.size();
}

void AppendFile::cut(std::uintmax_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail(file_, std::strerror(errno));
  size_ = size;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw FileError(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
  }
}

}  // namespace talus
