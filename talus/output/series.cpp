#include "talus/output/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "talus/output/frame_file.h"
#include "talus/output/hdf5.h"
#include "talus/output/read_run_file.h"

namespace talus {
namespace {

constexpr std::string_view series_header =
    "time [s],step,contacts,kinetic [J],potential [J],elastic [J],damping [J],friction [J],"
    "rolling [J],drag [J],boundary_work [J],residual [J],largest_overlap [1],largest_travel [1],"
    "large_overlap_steps,large_travel_steps,unsolved_contact_steps,large_residual_checks,"
    "unbalanced_force [1]";
constexpr int series_fields = 19;
constexpr std::string_view change_header = ",bodies,entered [J],left [J],missing [kg]";
constexpr int change_fields = 4;
constexpr std::string_view frames_header = "frame,step,time [s]\n";

struct Line {
  std::size_t number{}, begin{}, end{};  // the first is 1; end is after the newline
  std::string_view text;
};

// Whole lines only; one after another, since a list of them takes more memory than the text.
template <class Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  std::size_t at = 0, number = 0;
  for (std::size_t end; (end = text.find('\n', at)) != std::string_view::npos; at = end + 1) {
    visit(Line{++number, at, end + 1, text.substr(at, end - at)});
  }
}

// Lines that are named one by one in the log; of the others, the number.
constexpr std::size_t most_named_lines = 20;

std::string header_of_series(bool bodies_change) {
  return fmt::format("{}{}\n", series_header, bodies_change ? change_header : "");
}

// As many as talus_run.txt can list.
constexpr std::size_t most_frames = 10'000'000;

// All fields of a line, between commas. std::from_chars accepts "nan" and "inf", which no time is.
template <class... Number>
bool read_fields(std::string_view line, int fields, Number&... value) {
  if (std::count(line.begin(), line.end(), ',') != fields - 1) return false;
  const char* at = line.data();
  const char* last = line.data() + line.size();
  const auto read = [&](auto& number) {
    const auto [end, error] = std::from_chars(at, last, number);
    if (error != std::errc{} || (end != last && *end != ',')) return false;
    if (!std::isfinite(static_cast<double>(number))) return false;
    at = end == last ? end : end + 1;
    return true;
  };
  return (read(value) && ...);
}

std::string frame_line(const FrameRecord& record) {
  return fmt::format("{},{},{:.17g}\n", record.number, record.step, record.time);
}

// What is in the frame itself. Links are not followed.
std::optional<FrameRecord> read_record(const std::filesystem::path& table, int number) {
  const std::filesystem::path folder = table.parent_path() / "frames";
  const std::filesystem::path file = folder / (frame_name(number) + ".h5");
  std::error_code none;
  if (!std::filesystem::is_directory(std::filesystem::symlink_status(folder, none)) ||
      !std::filesystem::is_regular_file(std::filesystem::symlink_status(file, none))) {
    return {};
  }
  try {
    const Hdf5Reader in(file);
    const FrameRecord record{number, in.integer("/", "step"), in.number("/", "time")};
    if (record.step < 0 || !std::isfinite(record.time)) return {};
    return record;
  } catch (const FileError&) {
    return {};
  }
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
  throw RunFolderError(RunFolderError::Reason::damaged, fmt::format("{}: {}", file.string(), what));
}

// By number; two lines of one frame that differ count as unreadable.
std::map<int, FrameRecord> readable_records(const std::filesystem::path& file,
                                            std::string_view text, std::int64_t last_step) {
  std::map<int, FrameRecord> records;
  std::set<int> doubtful;
  for_each_line(text, [&](const Line& line) {
    FrameRecord record;
    if (!read_fields(line.text, 3, record.number, record.step, record.time) || record.number < 0 ||
        record.step < 0) {
      return;
    }
    if (records.size() == most_frames)
      refuse(file, fmt::format("more than {} frames", most_frames));
    const auto [known, is_new] = records.emplace(record.number, record);
    if (!is_new && frame_line(known->second) != frame_line(record)) doubtful.insert(record.number);
  });
  std::erase_if(records, [&](const auto& entry) {
    return entry.second.step > last_step || doubtful.contains(entry.first);
  });
  return records;
}

// Steps that do not increase are wrong numbers in lines that can be read.
void mend_order(const std::filesystem::path& file, std::vector<FrameRecord>& records) {
  const auto in_order = [&] {
    return std::adjacent_find(records.begin(), records.end(),
                              [](const FrameRecord& a, const FrameRecord& b) {
                                return a.step >= b.step;
                              }) == records.end();
  };
  if (in_order()) return;
  for (FrameRecord& record : records) record = read_record(file, record.number).value_or(record);
  if (!in_order()) refuse(file, "its steps do not increase: put back the lines FRAME,STEP,TIME");
}

// Where lines were lost at the end, the frames before the checkpoint are still there. One at the
// step of the checkpoint itself may be incomplete, unless it is among the expected ones.
void add_frames_without_line(const std::filesystem::path& file, std::int64_t last_step,
                             std::size_t expected, std::vector<FrameRecord>& records) {
  if (last_step == all_steps) return;
  for (;;) {
    const auto record = read_record(file, static_cast<int>(records.size()));
    const std::int64_t limit = records.size() < expected ? last_step : last_step - 1;
    if (!record || record->step > limit) return;
    if (!records.empty() && record->step <= records.back().step) return;
    records.push_back(*record);
  }
}

std::string text_of(const std::filesystem::path& file) {
  const std::string special = special_file(file);
  if (!special.empty()) refuse(file, fmt::format("is {}: put the table back", special));
  return read_run_file(file, most_run_table_bytes);
}

std::string cut_note(const std::filesystem::path& file, std::string_view rest) {
  const auto lines = std::count(rest.begin(), rest.end(), '\n');
  const bool half = !rest.empty() && rest.back() != '\n';
  return fmt::format("{}: cut off {} lines{} after the checkpoint, which are computed again",
                     file.string(), lines, half ? " and half a line" : "");
}

// Replaces the beginning of a table.
void apply(const std::filesystem::path& file, const TablePlan& plan) {
  if (plan.replacement.empty()) return;
  AtomicFile out(file);
  out.write(plan.replacement);
  out.finish();
}

}  // namespace

TablePlan Series::plan(const std::filesystem::path& file, std::int64_t last_step,
                       bool bodies_change) {
  return plan_lines(file, last_step, header_of_series(bodies_change),
                    series_fields + (bodies_change ? change_fields : 0));
}

TablePlan plan_lines(const std::filesystem::path& file, std::int64_t last_step,
                     std::string_view header, int fields) {
  TablePlan plan;
  const std::string text = last_step < 0 ? "" : text_of(file);
  if (text.empty() || (header.starts_with(text) && text != header)) {
    if (last_step > 0 && last_step != all_steps) {
      plan.notes.push_back(
          fmt::format("{}: had no lines, begins after step {}", file.string(), last_step));
    }
    return plan;
  }
  if (!text.starts_with(header)) {
    refuse(file, "its first line is not the one that this version writes: move the file away");
  }
  plan.kept = header.size();
  std::vector<Line> unreadable;
  std::size_t more_unreadable = 0;
  for_each_line(text, [&](const Line& line) {
    if (line.number == 1) return;
    double time{};
    std::int64_t step{};
    if (read_fields(line.text, fields, time, step)) {
      if (step > last_step) return;
      plan.kept = line.end;
      plan.last_step = std::max(plan.last_step, step);
    } else if (unreadable.size() < most_named_lines) {
      unreadable.push_back(line);
    } else {
      ++more_unreadable;
    }
  });
  for (const Line& line : unreadable) {
    plan.notes.push_back(fmt::format("{}: line {} cannot be read and {}", file.string(),
                                     line.number,
                                     line.end <= plan.kept ? "stays as it is" : "is cut off"));
  }
  if (more_unreadable > 0) {
    plan.notes.push_back(
        fmt::format("{}: {} more lines cannot be read", file.string(), more_unreadable));
  }
  if (plan.kept < text.size()) {
    plan.notes.push_back(cut_note(file, std::string_view(text).substr(plan.kept)));
  }
  return plan;
}

Series::Series(const std::filesystem::path& file, const TablePlan& plan, bool bodies_change)
    : out_(file), last_step_(plan.last_step), bodies_change_(bodies_change) {
  out_.cut(plan.kept);
  if (plan.kept == 0) out_.append(header_of_series(bodies_change));
}

void Series::add(const Moment& m) {
  if (m.step <= last_step_) return;
  const Ledger& l = m.ledger;
  const std::string change = bodies_change_ ? fmt::format(",{},{:.17g},{:.17g},{:.17g}", m.bodies,
                                                          l.entered, l.left, m.missing_mass)
                                            : "";
  out_.append(
      fmt::format("{:.17g},{},{},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},"
                  "{:.17g},{:.17g},{:.17g},{:.17g},{},{},{},{},{:.17g}{}\n",
                  m.time, m.step, m.contacts, l.kinetic, l.potential, l.elastic, l.damping,
                  l.friction, l.rolling, l.drag, l.boundary_work, l.residual(), m.largest_overlap,
                  m.largest_travel, m.large_overlap_steps, m.large_travel_steps,
                  m.unsolved_contact_steps, m.large_residual_checks, m.unbalanced_force, change));
  last_step_ = m.step;
}

FramePlan FrameIndex::plan(const std::filesystem::path& file, std::int64_t last_step,
                           std::size_t expected) {
  FramePlan plan;
  if (last_step < 0) return plan;
  const std::string text = text_of(file);
  std::vector<FrameRecord>& records = plan.records;
  for (const auto& [number, known] : readable_records(file, text, last_step)) {
    while (static_cast<int>(records.size()) < number) {
      const int missing = static_cast<int>(records.size());
      const auto record = read_record(file, missing);
      if (!record) {
        refuse(file, fmt::format("the line of frame {} cannot be read, and frames/{}.h5 is not "
                                 "there to replace it: put back the line FRAME,STEP,TIME, or the "
                                 "file",
                                 missing, frame_name(missing)));
      }
      records.push_back(*record);
    }
    records.push_back(known);
  }
  mend_order(file, records);
  add_frames_without_line(file, last_step, expected, records);
  if (records.size() < expected) {
    refuse(file, fmt::format("has {} frames up to the checkpoint, which was written after {}: put "
                             "back the missing lines FRAME,STEP,TIME, or the files in frames/",
                             records.size(), expected));
  }
  std::string table_text(frames_header);
  for (const FrameRecord& record : records) table_text += frame_line(record);
  TablePlan& table = plan.table;
  table.kept = table_text.size();
  if (!records.empty()) table.last_step = records.back().step;
  if (text.starts_with(table_text)) {
    if (text.size() > table_text.size()) {
      table.notes.push_back(cut_note(file, std::string_view(text).substr(table_text.size())));
    }
  } else {
    table.replacement = table_text;
    if (!text.empty()) {
      table.notes.push_back(fmt::format(
          "{}: had lines that are missing, double or cannot be read; written anew with {} frames",
          file.string(), records.size()));
    }
  }
  return plan;
}

FrameIndex::FrameIndex(const std::filesystem::path& file, FramePlan plan)
    : out_((apply(file, plan.table), file)), records_(std::move(plan.records)) {
  out_.cut(plan.table.kept);
  if (plan.table.kept == 0) out_.append(frames_header);
}

void FrameIndex::add(const FrameRecord& record) {
  out_.append(frame_line(record));
  records_.push_back(record);
}

bool is_frame_table(const std::filesystem::path& file) {
  return start_of_run_file(file, frames_header.size()) == frames_header;
}

}  // namespace talus
