#include "app/line_reader.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace talus {
namespace {

constexpr std::size_t read_bytes = std::size_t{256} << 10;
constexpr std::size_t chunk_bytes = std::size_t{8} << 20;

}  // namespace

const std::vector<Line>& LineReader::next_chunk(std::size_t max_lines) {
  buffer_.erase(0, start_);
  scanned_ -= start_;
  start_ = 0;
  spans_.clear();
  lines_.clear();
  for (;;) {
    take_complete_lines(max_lines);
    if (spans_.size() == max_lines) break;
    if (at_end_) {
      if (start_ < buffer_.size() && !skipping_) take_line(buffer_.size(), false);
      break;
    }
    if (buffer_.size() - start_ > max_line_bytes && !skipping_) {
      take_line(start_, true);
      skipping_ = true;
    }
    if (skipping_) {
      skipped_ += buffer_.size() - start_;
      buffer_.resize(scanned_ = start_);
      if (!spans_.empty()) break;  // the line is answered before the rest of it is skipped
      if (skipped_ > max_skipped_bytes) {
        throw EndlessLine("line " + std::to_string(line_count_) + " has no end; reading stops");
      }
    }
    if (!spans_.empty() && (buffer_.size() > chunk_bytes || !more_is_ready())) break;
    read_more();
  }
  for (const Span& span : spans_) {
    lines_.push_back({span.number,
                      std::string_view(buffer_).substr(span.begin, span.end - span.begin),
                      span.too_long});
  }
  return lines_;
}

void LineReader::take_complete_lines(std::size_t max_lines) {
  while (spans_.size() < max_lines) {
    const std::size_t end = buffer_.find('\n', scanned_);
    if (end == std::string::npos) {
      scanned_ = buffer_.size();
      return;
    }
    if (!skipping_) take_line(end, false);
    skipping_ = false;
    skipped_ = 0;
    start_ = scanned_ = end + 1;
  }
}

void LineReader::take_line(std::size_t end, bool too_long) {
  spans_.push_back({++line_count_, start_, end, too_long});
  start_ = end;
}

void LineReader::read_more() {
  const std::size_t size = buffer_.size();
  buffer_.resize(size + read_bytes);
  ssize_t count = -1;
  for (;;) {
    count = ::read(file_descriptor_, buffer_.data() + size, read_bytes);
    if (count >= 0 || (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)) break;
    if (errno != EINTR) wait_for_input();  // another process made the pipe non-blocking
  }
  if (count < 0) throw std::system_error(errno, std::generic_category());
  buffer_.resize(size + static_cast<std::size_t>(count));
  at_end_ = count == 0;
}

void LineReader::wait_for_input() const {
  pollfd request{file_descriptor_, POLLIN, 0};
  ::poll(&request, 1, -1);
}

bool LineReader::more_is_ready() const {
  pollfd request{file_descriptor_, POLLIN, 0};
  return ::poll(&request, 1, 0) > 0;
}

}  // namespace talus
