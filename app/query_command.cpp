#include "app/query_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "app/answer_format.h"
#include "app/curvature_format.h"
#include "app/line_reader.h"
#include "app/log.h"
#include "app/manifold_format.h"
#include "app/output_file.h"
#include "app/patches_format.h"
#include "app/query_format.h"
#include "app/request.h"
#include "app/usage_error.h"
#include "talus/narrow/batch.h"
#include "talus/parallel/parallel_for.h"

namespace talus {
namespace {

// Lines read before the answers are written. A chunk ends early where the input pauses
// (LineReader::next_chunk).
constexpr std::size_t chunk_lines = 4096;

// Lines that one thread parses, answers as one batch and formats. Larger blocks fill more of the
// eight lanes of a batch kernel (512 lines hold about three batches of each of 21 pairs of kinds),
// smaller ones distribute a chunk better over the threads. No further derivation.
constexpr std::int64_t min_block_lines = 64, max_block_lines = 512;
constexpr std::int64_t blocks_per_thread = 4;

std::int64_t block_lines_for(std::int64_t lines, int threads) {
  return std::clamp(lines / (blocks_per_thread * threads), min_block_lines, max_block_lines);
}

bool is_null(const struct stat& status) {
  struct stat null {};
  return ::stat("/dev/null", &null) == 0 && null.st_rdev == status.st_rdev;
}

// An open input; standard input is not closed.
class Input {
 public:
  explicit Input(const std::string& file) {
    if (file == "-") return;
    descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor_ < 0) {
      throw UsageError(fmt::format("cannot open {}: {}", file, std::strerror(errno)));
    }
    // A pipe, a terminal and /dev/null end; other devices do not.
    struct stat status {};
    ::fstat(descriptor_, &status);
    const char* const refused =
        S_ISDIR(status.st_mode)                                                     ? "a directory"
        : S_ISBLK(status.st_mode)                                                   ? "a device"
        : S_ISCHR(status.st_mode) && ::isatty(descriptor_) != 1 && !is_null(status) ? "a device"
                                                                                    : nullptr;
    if (refused == nullptr) return;
    ::close(descriptor_);
    throw UsageError(fmt::format("cannot read {}: it is {}", file, refused));
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
    log_progress(
        fmt::format("\r{} lines, {:.0f} lines/s ", lines, static_cast<double>(lines) / seconds));
  }
  ~Progress() {
    if (shown_) log_progress("\r\033[K");
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

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

class Query {
 public:
  explicit Query(const QueryOptions& options)
      : options_(options),
        settings_(check(options)),
        meshes_(options.file == "-" ? std::filesystem::path()
                                    : std::filesystem::path(options.file).parent_path()) {}

  // Appends the answers in the order of the lines; false if one is an error or a failure.
  bool answer(std::span<const Line> lines, std::string& out) {
    std::vector<ParsedLine> parsed;
    for (const Line& line : lines) {
      if (line.too_long || !is_blank(line.text)) parsed.push_back(parse(line));
    }
    contact_of_all(parsed);
    bool all_good = true;
    for (const ParsedLine& line : parsed) {
      const bool answered = append(line, out);
      all_good = all_good && answered && !is_failure(line.contact.status);
    }
    return all_good;
  }

 private:
  struct ParsedLine {
    long long number{};
    std::string id_text = "null";
    std::string error;  // if there is no pair
    std::optional<QueryPair> pair;
    const Method* method{};  // nullptr: no method supports the pair
    Contact<double> contact{};
  };

  static constexpr const char* no_memory = "there is not enough memory for this pair";

  // Runs work(); an exception is the error of its line and of no other.
  template <class Work>
  static bool succeeds(const Work& work, std::string& error_text) {
    try {
      work();
      return true;
    } catch (const std::bad_alloc&) {
      error_text = no_memory;
    } catch (const std::length_error&) {  // of a container
      error_text = no_memory;
    } catch (const std::exception& error) {
      error_text = error.what();
    }
    return false;
  }

  ParsedLine parse(const Line& line) {
    ParsedLine parsed;
    parsed.number = line.number;
    succeeds(
        [&] {
          if (line.too_long) {
            throw FormatError(
                fmt::format("the line is longer than {} bytes", LineReader::max_line_bytes));
          }
          QueryPair pair = parse_query_line(line.text, meshes_, parsed.id_text);
          parsed.method =
              choose_method(kind_of(pair.a.shape), kind_of(pair.b.shape), options_.method);
          parsed.pair = std::move(pair);
        },
        parsed.error);
    return parsed;
  }

  // Batch kernels exist for the production methods only. A batch that fails is answered pair by
  // pair, which has the same bits.
  void contact_of_all(std::vector<ParsedLine>& lines) const {
    std::string unused;
    if (options_.method == "auto" && succeeds([&] { contact_as_batch(lines); }, unused)) return;
    for (ParsedLine& line : lines) {
      if (!line.pair) continue;
      const auto answer_one = [&] {
        const QueryBody &a = line.pair->a, &b = line.pair->b;
        line.contact = contact(a.shape, a.pose, b.shape, b.pose, settings_, nullptr, line.method);
      };
      if (!succeeds(answer_one, line.error)) line.pair.reset();
    }
  }

  void contact_as_batch(std::vector<ParsedLine>& lines) const {
    std::vector<PairQuery> queries;
    std::vector<Contact<double>*> contacts;
    for (ParsedLine& line : lines) {
      if (!line.pair) continue;
      const QueryBody &a = line.pair->a, &b = line.pair->b;
      queries.push_back({&a.shape, &a.pose, &b.shape, &b.pose});
      contacts.push_back(&line.contact);
    }
    std::vector<Contact<double>> answers(queries.size());
    contact_batch(queries, answers, settings_);
    for (std::size_t i = 0; i < answers.size(); ++i) *contacts[i] = answers[i];
  }

  // False for an error.
  bool append(const ParsedLine& line, std::string& out) const {
    if (!line.pair) {
      append_error(out, line.id_text, line.number, line.error);
      return false;
    }
    std::string more_fields, error;
    const auto measure = [&] {
      if (options_.manifold) append_manifold(more_fields, *line.pair, line.contact);
      if (options_.volume) append_overlap_volume(more_fields, *line.pair);
      if (options_.curvature) append_curvature(more_fields, *line.pair, line.contact);
      if (options_.patches) append_patches(more_fields, *line.pair);
    };
    if (!succeeds(measure, error)) {
      append_error(out, line.id_text, line.number, error);
      return false;
    }
    append_answer(out, line.id_text, line.contact,
                  line.method == nullptr ? std::string_view() : line.method->name, more_fields);
    return true;
  }

  const QueryOptions options_;
  Settings<double> settings_;
  MeshLibrary meshes_;
};

}  // namespace

int run_query(const QueryOptions& options) {
  Query query(options);
  const Input input(options.file);
  LineReader reader(input.descriptor());
  Progress progress;
  std::atomic<bool> all_good{true};
  try {
    for (;;) {
      const std::vector<Line>& lines = reader.next_chunk(chunk_lines);
      if (lines.empty()) break;
      const std::int64_t count = std::ssize(lines);
      const std::int64_t block_lines = block_lines_for(count, options.threads);
      std::vector<std::string> answers((count + block_lines - 1) / block_lines);
      parallel_for_chunks(
          count, block_lines, options.threads,
          [&](std::int64_t block, std::int64_t begin, std::int64_t end) {
            if (!query.answer({&lines[begin], &lines[end - 1] + 1}, answers[block])) {
              all_good = false;
            }
          });
      // A reader that has gone (head) needs no message, but not all was answered.
      for (const std::string& text : answers) {
        if (!print_to_pipe(text, "the answers")) return 1;
      }
      progress.show(lines.back().number);
    }
  } catch (const std::system_error& error) {
    throw UsageError(fmt::format("cannot read {}: {}", options.file, error.code().message()));
  } catch (const EndlessLine& error) {
    throw UsageError(fmt::format("{}: {}", options.file, error.what()));
  }
  return all_good ? 0 : 1;
}

}  // namespace talus
