// Lines from a file or a pipe, in chunks of bounded size.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace talus {

struct Line {
  long long number{};     // from 1
  std::string_view text;  // without the end of line; valid until the next chunk
  bool too_long{};        // longer than max_line_bytes; text is empty
};

// A line without an end.
class EndlessLine : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class LineReader {
 public:
  // Bytes of a line that are skipped before the input counts as endless.
  static constexpr std::size_t max_skipped_bytes = std::size_t{1} << 30;
  // A polyhedron of a million vertices fits.
  static constexpr std::size_t max_line_bytes = std::size_t{64} << 20;

  explicit LineReader(int file_descriptor) : file_descriptor_(file_descriptor) {}

  // The next lines, at most max_lines. Fewer when the writer of a pipe pauses, so that an
  // interactive peer gets its answers. Empty at the end of the input. Throws
  // std::system_error if reading fails, EndlessLine if a line has no end after max_skipped_bytes.
  const std::vector<Line>& next_chunk(std::size_t max_lines);

 private:
  struct Span {
    long long number;
    std::size_t begin, end;  // in buffer_
    bool too_long;
  };

  void take_complete_lines(std::size_t max_lines);
  void take_line(std::size_t end, bool too_long);
  void read_more();
  void wait_for_input() const;
  bool more_is_ready() const;

  int file_descriptor_;
  std::string buffer_;
  std::size_t start_{};    // of the first line not yet taken
  std::size_t scanned_{};  // no end of line between start_ and this
  long long line_count_{};
  bool at_end_{};
  bool skipping_{};        // the rest of a line that was too long
  std::size_t skipped_{};  // bytes of it
  std::vector<Span> spans_;
  std::vector<Line> lines_;
};

}  // namespace talus
