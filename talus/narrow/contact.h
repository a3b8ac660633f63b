// The contact query between any two shapes, and the list of methods that can answer it.
#pragma once

#include <span>
#include <string_view>

#include "talus/math/pose.h"
#include "talus/narrow/pair.h"
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

// nullptr if the pair has no method of that name; "auto" is the production method.
const Method* find_method(Kind a, Kind b, std::string_view name);

// The contact between A and B in world coordinates. Swapping A and B mirrors the answer bit for
// bit. Without a method (nullptr) the production method answers. A cache belongs to one ordered
// pair.
Contact<double> contact(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                        const Pose<double>& pose_b, const Settings<double>& settings = {},
                        Cache<double>* cache = nullptr, const Method* method = nullptr);

std::string_view name_of(Status status);          // "separated", "iteration_limit", ...
std::string_view name_of(Definition definition);  // "minimum-translation", ...

}  // namespace talus
