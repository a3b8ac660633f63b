#include "talus/output/measure_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "talus/output/hdf5.h"
#include "talus/output/read_run_file.h"

namespace talus {
namespace {

constexpr std::string_view time_columns = "time [s],step";

std::string header_of(const MeasureHead& head) {
  return fmt::format("{},{}\n", time_columns, fmt::join(head.columns, ","));
}

int fields_of(const MeasureHead& head) { return static_cast<int>(head.columns.size()) + 2; }

// A line of `fields` numbers, the second of them whole.
bool read_line(std::string_view line, std::size_t fields, std::int64_t& step,
               std::vector<double>& numbers) {
  numbers.assign(fields, 0.0);
  const char* at = line.data();
  const char* const last = at + line.size();
  for (std::size_t k = 0; k < fields; ++k) {
    const auto [end, error] =
        k == 1 ? std::from_chars(at, last, step) : std::from_chars(at, last, numbers[k]);
    const bool is_last = k + 1 == fields;
    if (error != std::errc{} || (is_last ? end != last : end == last || *end != ',')) return false;
    at = is_last ? end : end + 1;
  }
  return true;
}

void write_measure(Hdf5Writer& out, const std::filesystem::path& folder, const MeasureHead& head) {
  const std::string text = read_run_file(folder / measure_file(head), most_run_table_bytes);
  std::vector<std::vector<double>> column(head.columns.size());
  std::vector<double> time, numbers;
  std::vector<std::int64_t> steps;
  for (std::size_t at = std::min(text.find('\n'), text.size() - 1) + 1; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) break;  // half a line
    std::int64_t step{};
    if (read_line(std::string_view(text).substr(at, end - at), head.columns.size() + 2, step,
                  numbers)) {
      time.push_back(numbers[0]);
      steps.push_back(step);
      for (std::size_t k = 0; k < column.size(); ++k) column[k].push_back(numbers[k + 2]);
    }
    at = end + 1;
  }
  out.group(head.name);
  out.attribute(head.name, "type", head.type);
  out.table(head.name + "/time", time);
  out.attribute(head.name + "/time", "unit", std::string("s"));
  out.table(head.name + "/step", steps);
  for (std::size_t k = 0; k < column.size(); ++k) {
    // "mean_force_x [N]", or "count", which has no unit.
    const std::string& title = head.columns[k];
    const std::size_t bracket = title.find(" [");
    const std::string name = head.name + "/" + title.substr(0, bracket);
    out.table(name, column[k]);
    out.attribute(name, "unit",
                  bracket == std::string::npos
                      ? std::string("1")
                      : title.substr(bracket + 2, title.size() - bracket - 3));
  }
}

}  // namespace

std::string measure_file(const MeasureHead& head) { return "measures/" + head.name + ".csv"; }

TablePlan MeasureTable::plan(const std::filesystem::path& file, const MeasureHead& head,
                             std::int64_t last_step) {
  return plan_lines(file, last_step, header_of(head), fields_of(head));
}

MeasureTable::MeasureTable(const std::filesystem::path& file, const MeasureHead& head,
                           const TablePlan& plan)
    : out_(file), last_step_(plan.last_step) {
  out_.cut(plan.kept);
  if (plan.kept == 0) out_.append(header_of(head));
}

void MeasureTable::add(double time, std::int64_t step, std::span<const double> values) {
  if (step <= last_step_) return;
  std::string line = fmt::format("{:.17g},{}", time, step);
  for (const double value : values) line += fmt::format(",{:.17g}", value);
  out_.append(line + '\n');
  last_step_ = step;
  ++lines_;
}

void write_measures(const std::filesystem::path& file, const std::filesystem::path& folder,
                    std::span<const MeasureHead> heads) {
  Hdf5Writer out(file);
  out.attribute("/", "format", std::string("talus measures"));
  out.attribute("/", "version", std::int64_t{1});
  out.attribute("/", "units", std::string("SI"));
  for (const MeasureHead& head : heads) write_measure(out, folder, head);
  out.finish(Sync::later);
}

}  // namespace talus
