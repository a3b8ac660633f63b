// The methods that can answer a contact query (talus/query.h), as tables.
#pragma once

#include <span>
#include <string_view>

#include "talus/query.h"
#include "talus/shape/shape.h"

namespace talus {

// Answers in the frame of A, for shapes of exactly the kinds under which the method is listed (the
// lower kind first).
using ContactFunction = Contact<double> (*)(const Shape& a, const Shape& b,
                                            const RelativePose<double>& b_in_a,
                                            const Settings<double>& settings, Cache<double>& cache);

// The laws of test/narrow/laws that a method keeps; a paper's method may break some, as published.
struct Laws {
  bool global_minimum = true;  // depth is the global minimum translation
  bool bracket = true;         // lower <= distance <= upper
  bool accurate = true;        // meets the accuracy of the production methods
  bool always_answers = true;  // never a failure status
};

struct Method {
  std::string_view name;
  std::string_view source;  // paper and section, or "Talus"
  Laws laws;
  ContactFunction function;
};

// All methods of a pair, the production method first; order of the kinds does not matter. Empty for
// half-space with half-space, which is not supported.
std::span<const Method> methods_of(Kind a, Kind b);

// The squares of longer distances are infinite: an answer with one states nothing.
inline constexpr double longest_distance = 1e153;
inline bool is_measured(const Contact<double>& c) {
  return c.distance < longest_distance && c.distance > -longest_distance;
}

}  // namespace talus
