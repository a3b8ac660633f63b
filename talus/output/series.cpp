#include "talus/output/series.h"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <iterator>
#include <string_view>

namespace talus {
namespace {

constexpr std::string_view series_header =
    "time [s],step,contacts,kinetic [J],potential [J],elastic [J],damping [J],friction [J],"
    "rolling [J],drag [J],boundary_work [J],residual [J],largest_overlap [1],largest_travel [1],"
    "large_overlap_steps,large_travel_steps\n";
constexpr std::string_view frames_header = "frame,step,time [s]\n";

// The first fields of a line, between commas.
template <class... Number>
bool read_fields(const std::string& line, Number&... value) {
  const char* at = line.data();
  const char* last = line.data() + line.size();
  const auto read = [&](auto& number) {
    const auto [end, error] = std::from_chars(at, last, number);
    if (error != std::errc{} || (end != last && *end != ',')) return false;
    at = end == last ? end : end + 1;
    return true;
  };
  return (read(value) && ...);
}

// The lines that stay: whole ones, up to the last whose step is not beyond last_step.
template <class Keep>
void keep_lines(AppendFile& out, const std::filesystem::path& file, std::string_view header,
                std::int64_t last_step, Keep keep) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::size_t kept = 0;
  if (last_step >= 0 && text.starts_with(header)) {
    kept = header.size();
    for (std::size_t end; (end = text.find('\n', kept)) != std::string::npos; kept = end + 1) {
      if (!keep(text.substr(kept, end - kept))) break;
    }
  }
  out.cut(kept);
  if (kept == 0) out.append(header);
}

}  // namespace

Series::Series(const std::filesystem::path& file, std::int64_t last_step)
    : out_(file), last_step_(-1) {
  keep_lines(out_, file, series_header, last_step, [&](const std::string& line) {
    double time{};
    std::int64_t step{};
    if (!read_fields(line, time, step) || step > last_step) return false;
    last_step_ = step;
    return true;
  });
}

void Series::add(const Moment& m) {
  if (m.step <= last_step_) return;
  const Ledger& l = m.ledger;
  out_.append(
      fmt::format("{:.17g},{},{},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},"
                  "{:.17g},{:.17g},{:.17g},{:.17g},{},{}\n",
                  m.time, m.step, m.contacts, l.kinetic, l.potential, l.elastic, l.damping,
                  l.friction, l.rolling, l.drag, l.boundary_work, l.residual(), m.largest_overlap,
                  m.largest_travel, m.large_overlap_steps, m.large_travel_steps));
  last_step_ = m.step;
}

FrameIndex::FrameIndex(const std::filesystem::path& file, std::int64_t last_step) : out_(file) {
  keep_lines(out_, file, frames_header, last_step, [&](const std::string& line) {
    FrameRecord record;
    if (!read_fields(line, record.number, record.step, record.time)) return false;
    if (record.step > last_step) return false;
    records_.push_back(record);
    return true;
  });
}

void FrameIndex::add(const FrameRecord& record) {
  out_.append(fmt::format("{},{},{:.17g}\n", record.number, record.step, record.time));
  records_.push_back(record);
}

}  // namespace talus
