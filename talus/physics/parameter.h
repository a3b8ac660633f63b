// Numbers that a scene file or Python gives: name, unit, default, range, and the rule that mixes
// the values of two materials. One list serves the scene reader, Python and the checks.
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>

namespace talus {

struct ParameterRange {
  bool (*holds)(double value);
  std::string_view words;  // for messages: "must be <words>, got ..."
};

inline constexpr ParameterRange range_positive{[](double x) { return std::isfinite(x) && x > 0.0; },
                                               "finite and > 0"};
inline constexpr ParameterRange range_not_negative{
    [](double x) { return std::isfinite(x) && x >= 0.0; }, "finite and >= 0"};
inline constexpr ParameterRange range_above_zero_to_one{
    [](double x) { return x > 0.0 && x <= 1.0; }, "> 0 and <= 1"};
inline constexpr ParameterRange range_poisson{[](double x) { return x > -1.0 && x <= 0.5; },
                                              "> -1 and <= 0.5"};

// The value for two different materials where no interaction states it.
enum class Mixing { mean, minimum, harmonic_mean, geometric_mean };

inline double mix(Mixing rule, double a, double b) {
  switch (rule) {
    case Mixing::mean:
      break;
    case Mixing::minimum:
      return std::min(a, b);
    case Mixing::harmonic_mean:
      return a + b > 0.0 ? 2.0 * a * b / (a + b) : 0.0;
    case Mixing::geometric_mean:
      return std::sqrt(a) * std::sqrt(b);
  }
  return 0.5 * (a + b);
}

struct Parameter {
  std::string_view name, unit;  // the unit is empty for a pure number
  double default_value{};
  ParameterRange range = range_positive;
  Mixing mixing = Mixing::mean;
  std::string_view description;
};

}  // namespace talus
