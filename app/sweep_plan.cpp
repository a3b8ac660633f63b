#include "app/sweep_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "app/usage_error.h"
#include "talus/output/file.h"
#include "talus/output/view/stored_run.h"

namespace talus {
namespace {

constexpr std::size_t most_runs = 100'000;
constexpr double largest_whole = 9007199254740992.0;  // 2^53: above it numbers are not exact
constexpr int mark_version = 2;                       // 1 had no values of the scene

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
    const bool is_end = i == 0 || i + 1 == count;
    const double value = i == 0 ? first : is_end ? last : (1.0 - part) * first + part * last;
    // Whole numbers stay such, and the ends are exact. Else twelve digits: 0.2:0.8:4 has 0.4 and
    // not 0.4000000000000001.
    const bool is_whole = value == std::floor(value) && std::abs(value) < largest_whole;
    values.push_back(is_whole ? fmt::format("{}", static_cast<std::int64_t>(value))
                     : is_end ? fmt::format("{}", value)
                              : fmt::format("{:.12g}", value));
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

using Json = nlohmann::ordered_json;

std::vector<std::string> lines_of(const Json& list) {
  std::vector<std::string> lines;
  for (const Json& line : list) {
    if (line.is_string()) lines.push_back(line.get<std::string>());
  }
  return lines;
}

// "--set a=1,2 --set b=3", shortened.
std::string options_of(const Json& set) {
  constexpr std::size_t most_shown = 200;
  std::string text;
  for (const Json& parameter : set) {
    if (!parameter.is_object()) continue;
    text += fmt::format("{}--set {}={}", text.empty() ? "" : " ", parameter.value("key", ""),
                        fmt::join(lines_of(parameter.value("values", Json::array())), ","));
  }
  return text.size() > most_shown ? text.substr(0, most_shown) + "..." : text;
}

// "material[0].friction = 0.3, now 0.5; 2 more", of two lists of scene_values().
std::string changes_between(const std::vector<std::string>& before,
                            const std::vector<std::string>& now) {
  constexpr std::size_t most_shown = 3;
  std::map<std::string, std::array<std::string, 2>> values;
  for (const auto* list : {&before, &now}) {
    for (const std::string& line : *list) {
      const std::size_t at = std::min(line.find(" = "), line.size());
      values[line.substr(0, at)][list == &now] = line.substr(std::min(at + 3, line.size()));
    }
  }
  std::size_t count = 0;
  std::string text;
  for (const auto& [key, pair] : values) {
    const auto& [old_value, new_value] = pair;
    if (old_value == new_value || ++count > most_shown) continue;
    text += (text.empty() ? "" : "; ") + key;
    text += old_value.empty()   ? fmt::format(" = {} is new", new_value)
            : new_value.empty() ? fmt::format(" = {} is gone", old_value)
                                : fmt::format(" = {}, now {}", old_value, new_value);
  }
  return count > most_shown ? fmt::format("{}; and {} more", text, count - most_shown) : text;
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
  Json json;
  json["format"] = "talus sweep";
  json["version"] = mark_version;
  json["scene"] = std::filesystem::path(scene).filename().string();
  json["set"] = Json::array();
  for (const SweepParameter& parameter : parameters) {
    json["set"].push_back({{"key", parameter.key}, {"values", parameter.values}});
  }
  json["values"] = values;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string SweepPlan::difference(const std::string& found) const {
  if (found == text()) return {};
  const Json before = Json::parse(found, nullptr, false), now = Json::parse(text());
  const auto is_same = [&](const char* key) {
    return before.contains(key) && before[key] == now[key];
  };
  if (!before.is_object() || !is_same("format")) return "its sweep.json cannot be read";
  if (!is_same("version")) return "it was begun by a version of talus that kept other facts of it";
  if (!is_same("scene")) {
    return fmt::format("belongs to a sweep of another scene, {}", before.value("scene", "unknown"));
  }
  if (!is_same("set")) {
    return "belongs to a sweep of other values: " + options_of(before.value("set", Json::array()));
  }
  return "the scene was edited since the sweep began: " +
         changes_between(lines_of(before.value("values", Json::array())), values);
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

// The log has notes and warnings of the run before its error, and hints behind it.
std::string failure_in(const std::string& log, const std::string& folder) {
  constexpr std::string_view program = "talus: ";
  std::string_view rest = log;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (!line.starts_with(program)) continue;
    const std::string_view text = line.substr(program.size());
    const bool is_note = text.starts_with(folder + ": ") || text.starts_with(folder + "/");
    if (!is_note && !text.starts_with("warning: ")) return std::string(text);
  }
  return {};
}

std::string sweep_table(const SweepPlan& plan, const std::string& folder,
                        const std::vector<SweepEnd>& ends) {
  std::vector<LastLine> results;
  std::vector<std::string> columns;
  for (std::size_t run = 0; run < plan.runs(); ++run) {
    const bool is_done = ends[run].status == "done";
    results.push_back(is_done ? results_of(folder + "/" + SweepPlan::name_of(run)) : LastLine{});
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
  add("message");
  for (const std::string& column : columns) add(column);
  text += "\n";
  for (std::size_t run = 0; run < plan.runs(); ++run) {
    text += SweepPlan::name_of(run);
    for (const SceneChange& change : plan.changes(run)) add(change.value);
    add(ends[run].status);
    add(ends[run].message);
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
