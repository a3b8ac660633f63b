#include "app/query_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include "app/answer_format.h"
#include "app/curvature_format.h"
#include "app/line_reader.h"
#include "app/manifold_format.h"
#include "app/patches_format.h"
#include "app/query_format.h"
#include "app/request.h"
#include "app/usage_error.h"
#include "talus/parallel/parallel_for.h"

namespace talus {
namespace {

constexpr std::size_t chunk_lines = 4096;
constexpr std::size_t block_lines = 64;  // handed to a thread at once

// An open input; standard input is not closed.
class Input {
 public:
  explicit Input(const std::string& file) {
    if (file == "-") return;
    descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) {
      throw UsageError(fmt::format("cannot open {}: {}", file, std::strerror(errno)));
    }
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) {
      ::close(descriptor_);
      throw UsageError(fmt::format("cannot read {}: it is a directory", file));
    }
  }
  ~Input() {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = STDIN_FILENO;
};

// Lines answered and lines per second, on a terminal only and only for runs that take a while.
class Progress {
 public:
  void show(long long lines) {
    const Clock::time_point now = Clock::now();
    if (!on_terminal_ || now - last_ < std::chrono::milliseconds(500)) return;
    last_ = now;
    shown_ = true;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    fmt::print(stderr, "\r{} lines, {:.0f} lines/s ", lines, static_cast<double>(lines) / seconds);
  }
  ~Progress() {
    if (shown_) std::fputs("\r\033[K", stderr);
  }
  Progress() = default;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  const bool on_terminal_ = ::isatty(STDERR_FILENO) == 1;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_ + std::chrono::seconds(1);
  bool shown_{};
};

// The rules are those of the Python package; here the options have dashes.
Settings<double> check(const QueryOptions& options) {
  try {
    check_method_name(options.method);
    check_threads(options.threads);
    return make_settings(options.tolerance, options.distance_error);
  } catch (const FormatError& error) {
    std::string message = std::string("--") + error.what();
    std::replace(message.begin(), message.begin() + static_cast<long>(message.find(':')), '_', '-');
    throw UsageError(message);
  }
}

class Query {
 public:
  explicit Query(const QueryOptions& options)
      : method_(options.method),
        manifold_(options.manifold),
        volume_(options.volume),
        curvature_(options.curvature),
        patches_(options.patches),
        settings_(check(options)),
        meshes_(options.file == "-" ? std::filesystem::path()
                                    : std::filesystem::path(options.file).parent_path()) {}

  // Appends the answer; false if it is an error or a failure.
  bool answer(const Line& line, std::string& out) {
    std::string id_text = "null";
    try {
      if (line.too_long) {
        throw FormatError(
            fmt::format("the line is longer than {} bytes", LineReader::max_line_bytes));
      }
      const QueryPair pair = parse_query_line(line.text, meshes_, id_text);
      const Method* method = choose_method(kind_of(pair.a.shape), kind_of(pair.b.shape), method_);
      const Contact<double> result =
          contact(pair.a.shape, pair.a.pose, pair.b.shape, pair.b.pose, settings_, nullptr, method);
      std::string more_fields;
      if (manifold_) append_manifold(more_fields, pair, result);
      if (volume_) append_overlap_volume(more_fields, pair);
      if (curvature_) append_curvature(more_fields, pair, result);
      if (patches_) append_patches(more_fields, pair);
      append_answer(out, id_text, result, method == nullptr ? std::string_view() : method->name,
                    more_fields);
      return !is_failure(result.status);
    } catch (const FormatError& error) {
      append_error(out, id_text, line.number, error.what());
      return false;
    }
  }

 private:
  std::string method_;
  bool manifold_, volume_, curvature_, patches_;
  Settings<double> settings_;
  MeshLibrary meshes_;
};

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

// False when the reader of the answers has gone (a closed pipe): no reason to go on or to complain.
bool write_answers(const std::vector<std::string>& answers) {
  for (const std::string& text : answers) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) break;
  }
  if (!std::ferror(stdout) && std::fflush(stdout) == 0) return true;
  if (errno == EPIPE) return false;
  throw UsageError(fmt::format("cannot write the answers: {}", std::strerror(errno)));
}

}  // namespace

int run_query(const QueryOptions& options) {
  Query query(options);
  const Input input(options.file);
  std::signal(SIGPIPE, SIG_IGN);
  LineReader reader(input.descriptor());
  Progress progress;
  std::atomic<bool> all_good{true};
  try {
    for (;;) {
      const std::vector<Line>& lines = reader.next_chunk(chunk_lines);
      if (lines.empty()) break;
      std::vector<std::string> answers((lines.size() + block_lines - 1) / block_lines);
      parallel_for_chunks(static_cast<std::int64_t>(lines.size()), block_lines, options.threads,
                          [&](std::int64_t block, std::int64_t begin, std::int64_t end) {
                            std::string& out = answers[block];
                            for (std::int64_t i = begin; i < end; ++i) {
                              if (!lines[i].too_long && is_blank(lines[i].text)) continue;
                              if (!query.answer(lines[i], out)) all_good = false;
                            }
                          });
      if (!write_answers(answers)) break;
      progress.show(lines.back().number);
    }
  } catch (const std::system_error& error) {
    throw UsageError(fmt::format("cannot read {}: {}", options.file, error.code().message()));
  }
  return all_good ? 0 : 1;
}

}  // namespace talus
