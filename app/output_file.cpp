#include "app/output_file.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "app/usage_error.h"
#include "talus/output/file.h"

namespace talus {

void require_writable(const std::string& file) {
  if (file.empty() || file == "-") return;
  try {
    check_writable(file);
  } catch (const FileError& error) {
    throw UsageError(error.what());
  }
}

void write_text(const std::string& file, std::size_t pieces,
                const std::function<void(std::string& text, std::size_t piece)>& append) {
  constexpr std::size_t chunk = 1 << 20;  // bytes
  try {
    std::optional<AtomicFile> out;
    if (file != "-") out.emplace(file);
    std::string text;
    const auto flush = [&] {
      if (out) {
        out->write(text);
      } else {
        print(text);
      }
      text.clear();
    };
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      append(text, piece);
      if (text.size() >= chunk) flush();
    }
    flush();
    if (out) out->finish();
  } catch (const FileError& error) {
    throw UsageError(error.what());
  }
}

namespace {

// 0 or errno.
int print_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      pollfd request{STDOUT_FILENO, POLLOUT, 0};  // another process made the pipe non-blocking
      ::poll(&request, 1, -1);
      continue;
    }
    if (written <= 0) return written < 0 ? errno : EIO;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

[[noreturn]] void fail(const char* what, int error) {
  throw UsageError(fmt::format("cannot write {}: {}", what, std::strerror(error)));
}

}  // namespace

void print(std::string_view text, const char* what) {
  if (const int error = print_all(text)) fail(what, error);
}

bool print_to_pipe(std::string_view text, const char* what) {
  const int error = print_all(text);
  if (error != 0 && error != EPIPE) fail(what, error);
  return error == 0;
}

}  // namespace talus
