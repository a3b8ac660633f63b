#include "talus/output/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <system_error>
#include <utility>

namespace talus {
namespace {

constexpr int first_free_descriptor = 3;  // after standard input, output and error
constexpr int most_links = 40;            // as in the kernel
constexpr int most_part_names = 100;
constexpr std::size_t longest_name = 240;  // bytes; of the 255 that there may be, with ".part99"

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what) {
  throw FileError(fmt::format("cannot write {}: {}", file.string(), what));
}

// A copy above 2 of a descriptor below 3.
int above_standard(int descriptor) {
  if (descriptor < 0 || descriptor >= first_free_descriptor) return descriptor;
  const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, first_free_descriptor);
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return copy;
}

int open_above_standard(const std::filesystem::path& path, int flags) {
  return above_standard(::open(path.c_str(), flags | O_CLOEXEC, 0666));
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : ".";
}

bool is_descriptor_name(const std::filesystem::path& file) {
  const std::string folder = file.parent_path().string();
  return folder == "/dev/fd" || (folder.starts_with("/proc/") && folder.ends_with("/fd"));
}

// The file that a name stands for, which need not exist. Names of open descriptors (/dev/stdout)
// are not followed further: they stand for what is open, not for the file of that name.
std::filesystem::path behind_links(const std::filesystem::path& name) {
  std::filesystem::path file = name;
  for (int i = 0; i < most_links; ++i) {
    std::error_code not_a_link;
    const std::filesystem::path target = std::filesystem::read_symlink(file, not_a_link);
    if (not_a_link || is_descriptor_name(file)) return file;
    file = target.is_absolute() ? target : folder_of(file) / target;
  }
  fail(name, std::strerror(ELOOP));
}

const char* kind_of_file(mode_t mode) {
  if (S_ISREG(mode)) return "";
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISLNK(mode)) return "a symbolic link";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISBLK(mode)) return "a block device";
  return "a device";
}

struct Target {
  std::filesystem::path file;  // links followed
  bool through{};              // written as it is, not replaced
  mode_t mode = 0;             // of the regular file that is there; 0: there is none
};

Target target_of(const std::filesystem::path& name) {
  Target target{behind_links(name)};
  struct stat status {};
  if (::stat(target.file.c_str(), &status) != 0) {
    if (errno != ENOENT || target.file.filename().empty()) fail(name, std::strerror(errno));
    return target;
  }
  const mode_t mode = status.st_mode;
  if (S_ISDIR(mode) || S_ISBLK(mode) || S_ISSOCK(mode)) {
    fail(name, fmt::format("it is {}", kind_of_file(mode)));
  }
  target.through = !S_ISREG(mode) || is_descriptor_name(target.file);
  if (S_ISREG(mode)) target.mode = mode;
  if (!is_descriptor_name(target.file) && ::access(target.file.c_str(), W_OK) != 0) {
    fail(name, std::strerror(errno));
  }
  return target;
}

int open_through(const std::filesystem::path& file) {
  int own = -1;
  const std::string folder = file.parent_path().string(), last = file.filename().string();
  if (folder == "/dev/fd" || folder == "/proc/self/fd") {
    std::from_chars(last.data(), last.data() + last.size(), own);
  }
  return own >= 0 ? ::fcntl(own, F_DUPFD_CLOEXEC, first_free_descriptor)
                  : open_above_standard(file, O_WRONLY | O_NOCTTY);
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

int write_all_at(int descriptor, std::string_view text, std::uintmax_t at) {
  while (!text.empty()) {
    const ssize_t written = ::pwrite(descriptor, text.data(), text.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written < 0 ? errno : EIO;
    at += static_cast<std::uintmax_t>(written);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// Of a file or, as names are part of it, of a folder. Not every file system can sync a folder, and
// then it does not matter.
void sync_path(const std::filesystem::path& path) {
  const int descriptor = open_above_standard(path, O_RDONLY);
  if (descriptor < 0) return;
  const int result = ::fsync(descriptor);
  const int error = errno;
  ::close(descriptor);
  if (result != 0 && !std::filesystem::is_directory(path)) fail(path, std::strerror(error));
}

}  // namespace

void sync_files(const std::set<std::filesystem::path>& files) {
  // Many files wait for the disk together, and then none of them waits long.
  constexpr std::size_t many = 16;
  if (files.size() > many) {
    const int folder = open_above_standard(folder_of(*files.begin()), O_RDONLY);
    if (folder >= 0) {
      ::syncfs(folder);
      ::close(folder);
    }
  }
  std::set<std::filesystem::path> folders;
  for (const std::filesystem::path& file : files) {
    sync_path(file);
    folders.insert(folder_of(file));
  }
  for (const std::filesystem::path& folder : folders) sync_path(folder);
}

void check_writable(const std::filesystem::path& file) {
  const Target target = target_of(file);
  if (!target.through && ::access(folder_of(target.file).c_str(), W_OK) != 0) {
    fail(file, std::strerror(errno));
  }
}

AtomicFile::AtomicFile(const std::filesystem::path& file) : name_(file), descriptor_(-1) {
  const Target target = target_of(file);
  file_ = target.file;
  if (target.through) {
    descriptor_ = open_through(file_);
  } else {
    // A name that is free: what has the name .part already may be anybody's.
    const bool long_name = file_.filename().string().size() > longest_name;
    const std::string stem = (long_name ? folder_of(file_) / ".talus" : file_).string();
    for (int i = 0; i < most_part_names; ++i) {
      part_ = stem + (i == 0 ? ".part" : fmt::format(".part{}", i));
      descriptor_ = open_above_standard(part_, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
      if (descriptor_ >= 0 || errno != EEXIST) break;
    }
  }
  if (descriptor_ < 0) fail(name_, std::strerror(errno));
  if (target.mode != 0) static_cast<void>(::fchmod(descriptor_, target.mode & 07777));
}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (!part_.empty()) ::unlink(part_.c_str());
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void AtomicFile::write(std::string_view text) {
  if (const int error = write_all(descriptor_, text.data(), text.size())) {
    fail(name_, std::strerror(error));
  }
}

void AtomicFile::finish(Sync sync) {
  const bool renamed = !part_.empty();
  if (renamed && sync == Sync::now && ::fsync(descriptor_) != 0) fail(name_, std::strerror(errno));
  // Network file systems report a full disk when a file is closed.
  bool good = ::close(std::exchange(descriptor_, -1)) == 0 || errno == EINTR;
  good = good && (!renamed || ::rename(part_.c_str(), file_.c_str()) == 0);
  if (!good) {
    const int error = errno;
    if (renamed) ::unlink(part_.c_str());
    fail(name_, std::strerror(error));
  }
  if (renamed && sync == Sync::now) sync_path(folder_of(file_));
}

AppendFile::AppendFile(const std::filesystem::path& file) : file_(file), descriptor_(-1) {
  const std::string special = special_file(file);
  if (!special.empty()) fail(file, fmt::format("it is {}", special));
  descriptor_ = open_above_standard(file, O_WRONLY | O_CREAT | O_NOFOLLOW);
  struct stat status {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) fail(file, std::strerror(errno));
  size_ = static_cast<std::uintmax_t>(status.st_size);
}

AppendFile::~AppendFile() { ::close(descriptor_); }

void AppendFile::append(std::string_view text) {
  if (const int error = write_all_at(descriptor_, text, size_)) {
    cut(size_);
    fail(file_, std::strerror(error));
  }
  size_ += text.size();
}

void AppendFile::cut(std::uintmax_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail(file_, std::strerror(errno));
  size_ = size;
}

void AppendFile::overwrite(std::uintmax_t at, std::string_view text) {
  if (const int error = write_all_at(descriptor_, text, at)) fail(file_, std::strerror(error));
}

void AppendFile::insert_before_end(std::string_view text, std::string_view end) {
  const std::uintmax_t at = size_ - end.size();
  if (const int error = write_all_at(descriptor_, std::string(text) + std::string(end), at)) {
    write_all_at(descriptor_, end, at);  // bytes that were there: they need no room
    cut(size_);
    fail(file_, std::strerror(error));
  }
  size_ += text.size();
}

void AppendFile::sync() {
  if (::fdatasync(descriptor_) != 0) fail(file_, std::strerror(errno));
}

std::string special_file(const std::filesystem::path& file) {
  struct stat status {};
  return ::lstat(file.c_str(), &status) == 0 ? kind_of_file(status.st_mode) : "";
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw FileError(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
  }
}

}  // namespace talus
