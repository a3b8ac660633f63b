#include "app/sweep_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "app/usage_error.h"
#include "talus/output/file.h"
#include "talus/output/view/stored_run.h"

namespace talus {
namespace {

constexpr std::size_t most_runs = 100'000;

template <class Number>
bool read_number(const std::string& text, Number& value) {
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && at == end && !text.empty();
}

// Split at a separator outside of brackets and strings.
std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == separator && depth == 0) {
      parts.emplace_back();
      continue;
    }
    parts.back() += c;
  }
  return parts;
}

// first:last:number; both ends are values.
bool read_range(const std::string& text, std::vector<std::string>& values) {
  const std::vector<std::string> parts = split(text, ':');
  double first{}, last{};
  std::int64_t count{};
  if (parts.size() != 3 || !read_number(parts[0], first) || !read_number(parts[1], last) ||
      !read_number(parts[2], count)) {
    return false;
  }
  if (!std::isfinite(first) || !std::isfinite(last) || count < 1 ||
      count > static_cast<std::int64_t>(most_runs)) {
    throw UsageError(
        fmt::format("--set: {}: expected two numbers and 1 to {} values", text, most_runs));
  }
  for (std::int64_t i = 0; i < count; ++i) {
    const double part = count == 1 ? 0.0 : static_cast<double>(i) / static_cast<double>(count - 1);
    const double value = i + 1 == count && count > 1 ? last : first + part * (last - first);
    // Twelve digits: 0.2:0.8:4 has 0.4 and not 0.4000000000000001. Whole numbers stay such.
    values.push_back(fmt::format("{:.12g}", value));
  }
  return true;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c;
    if (c == '"') quoted += c;
  }
  quoted += '"';
  return quoted;
}

// Columns of a run: of its series, then of its measures as NAME.column.
LastLine results_of(const std::string& folder) {
  LastLine all;
  try {
    const StoredRun run(folder);
    all = last_line(run.series());
    const std::vector<std::string> measures = run.measures();
    for (std::size_t i = 0; i < measures.size(); ++i) {
      const LastLine line = last_line(run.measure(i));
      for (std::size_t k = 2; k < line.names.size(); ++k) {  // behind time and step
        all.names.push_back(measures[i] + "." + line.names[k]);
        all.values.push_back(line.values[k]);
      }
    }
  } catch (const FileError&) {  // a run that could not begin has no results
  }
  return all;
}

}  // namespace

std::size_t SweepPlan::runs() const {
  std::size_t count = 1;
  for (const SweepParameter& parameter : parameters) count *= parameter.values.size();
  return count;
}

std::string SweepPlan::name_of(std::size_t run) { return fmt::format("{:04}", run); }

std::vector<SceneChange> SweepPlan::changes(std::size_t run) const {
  std::vector<SceneChange> changes(parameters.size());
  for (std::size_t k = parameters.size(); k-- > 0;) {
    const std::vector<std::string>& values = parameters[k].values;
    changes[k] = {parameters[k].key, values[run % values.size()]};
    run /= values.size();
  }
  return changes;
}

std::string SweepPlan::text() const {
  nlohmann::ordered_json json;
  json["format"] = "talus sweep";
  json["version"] = 1;
  json["scene"] = std::filesystem::path(scene).filename().string();
  json["set"] = nlohmann::ordered_json::array();
  for (const SweepParameter& parameter : parameters) {
    json["set"].push_back({{"key", parameter.key}, {"values", parameter.values}});
  }
  using Handler = nlohmann::ordered_json::error_handler_t;
  return json.dump(1, ' ', false, Handler::replace) + "\n";
}

SweepParameter sweep_parameter(const std::string& text) {
  SceneChange change;
  try {
    change = scene_change(text);
  } catch (const SceneError& error) {
    throw UsageError(fmt::format("--set: {}", error.what()));
  }
  SweepParameter parameter{change.key, {}};
  if (!read_range(change.value, parameter.values)) parameter.values = split(change.value, ',');
  for (const std::string& value : parameter.values) {
    if (value.empty()) throw UsageError(fmt::format("--set: {}: one of the values is empty", text));
  }
  return parameter;
}

void check_plan(const SweepPlan& plan) {
  std::set<std::string> keys;
  double runs = 1.0;
  for (const SweepParameter& parameter : plan.parameters) {
    runs *= static_cast<double>(parameter.values.size());
    if (!keys.insert(parameter.key).second) {
      throw UsageError(fmt::format("--set: {} is there twice", parameter.key));
    }
  }
  if (runs > static_cast<double>(most_runs)) {
    throw UsageError(fmt::format("--set: {:g} combinations; at most {}", runs, most_runs));
  }
}

LastLine last_line(const std::string& table) {
  const std::size_t head = table.find('\n');
  if (head == std::string::npos) return {};
  const std::size_t end = table.rfind('\n');  // behind it a line may be incomplete
  if (end == head) return {};
  const std::size_t begin = table.rfind('\n', end - 1) + 1;
  const auto fields = [](std::string_view line) {
    std::vector<std::string> parts;
    while (true) {
      const std::size_t comma = line.find(',');
      parts.emplace_back(line.substr(0, comma));
      if (comma == std::string_view::npos) return parts;
      line.remove_prefix(comma + 1);
    }
  };
  LastLine line{fields(std::string_view(table).substr(0, head)),
                fields(std::string_view(table).substr(begin, end - begin))};
  if (line.names.size() != line.values.size()) return {};
  return line;
}

std::string sweep_table(const SweepPlan& plan, const std::string& folder,
                        const std::vector<std::string>& status) {
  std::vector<LastLine> results;
  std::vector<std::string> columns;
  for (std::size_t run = 0; run < plan.runs(); ++run) {
    results.push_back(results_of(folder + "/" + SweepPlan::name_of(run)));
    for (const std::string& name : results.back().names) {
      if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
    }
  }
  std::string text = "run";
  const auto add = [&text](const std::string& field) {
    text += ',';
    text += csv_field(field);
  };
  for (const SweepParameter& parameter : plan.parameters) add(parameter.key);
  add("status");
  for (const std::string& column : columns) add(column);
  text += "\n";
  for (std::size_t run = 0; run < plan.runs(); ++run) {
    text += SweepPlan::name_of(run);
    for (const SceneChange& change : plan.changes(run)) add(change.value);
    add(status[run]);
    const LastLine& line = results[run];
    for (const std::string& column : columns) {
      const auto at = std::find(line.names.begin(), line.names.end(), column);
      const bool there = at != line.names.end();
      add(there ? line.values[static_cast<std::size_t>(at - line.names.begin())] : std::string());
    }
    text += "\n";
  }
  return text;
}

}  // namespace talus
