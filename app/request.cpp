#include "app/request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>
#include <vector>

#include "app/json_path.h"
#include "talus/parallel/parallel_for.h"

namespace talus {

const Method* choose_method(Kind a, Kind b, std::string_view name) {
  const Method* method = find_method(a, b, name);
  const std::span<const Method> methods = methods_of(a, b);
  if (method != nullptr || methods.empty()) return method;
  std::vector<std::string_view> names;
  for (const Method& other : methods) names.push_back(other.name);
  throw FormatError(fmt::format("{} with {} has no method \"{}\"; its methods: {}", name_of(a),
                                name_of(b), name, fmt::join(names, ", ")));
}

void check_method_name(std::string_view name) {
  if (name == "auto") return;
  std::set<std::string_view> known;
  for (int a = 0; a < kind_count; ++a) {
    for (int b = a; b < kind_count; ++b) {
      for (const Method& method : methods_of(static_cast<Kind>(a), static_cast<Kind>(b))) {
        known.insert(method.name);
      }
    }
  }
  if (!known.contains(name)) {
    throw FormatError(fmt::format("method: no pair has a method \"{}\"; known methods: auto, {}",
                                  name, fmt::join(known, ", ")));
  }
}

Settings<double> make_settings(double tolerance, double distance_error) {
  if (!(tolerance > 0 && tolerance <= 1)) {
    throw FormatError(fmt::format("tolerance: must be > 0 and <= 1, got {}", tolerance));
  }
  if (!(distance_error >= 0 && std::isfinite(distance_error))) {
    throw FormatError(
        fmt::format("distance_error: must be finite and >= 0, got {}", distance_error));
  }
  Settings<double> settings;
  settings.tolerance = tolerance;
  settings.distance_error = distance_error;
  return settings;
}

void check_threads(int threads) {
  if (threads >= 1 && threads <= most_threads) return;
  throw FormatError(fmt::format("threads: must be 1 to {}, got {}", most_threads, threads));
}

bool has_values(const Contact<double>& contact) {
  return contact.status != Status::not_supported && contact.status != Status::degenerate_input;
}

}  // namespace talus
