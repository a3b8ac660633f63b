// P3's two test series on common-normal, with its own constants, and on the production method.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "superellipsoids/known_pairs.h"
#include "talus/narrow/superquadric_superquadric/published/newton_step.h"

namespace study {

using StepConstants = talus::superquadric_superquadric::StepConstants<double>;

// What P3 leaves open of its Levenberg-Marquardt method. flip: the least eigenvalue changes its
// sign, at least to 0.001 of the largest; times10: the term grows tenfold until the matrix is
// positive definite; strong: flip, at least to 0.1 of the largest.
const std::map<std::string, StepConstants>& step_rules();

// Where P3 leaves numbers open.
struct OpenNumbers {
  std::string rule = "flip";           // of step_rules
  double armijo = 1e-4, shrink = 0.5;  // of the step size, 1, shrink, shrink^2, ...
  double shift = 1e-8;                 // of points with indeterminate derivatives
  double parallel = 1e-2;              // radians between d and c that count as none
};

void to_json(nlohmann::json& json, const OpenNumbers& open);

struct SeriesOptions {
  int pairs = 1000000;  // of each interval and series, as in P3
  std::uint64_t seed = 1;
  int threads = 1;
  superellipsoids::Interval radii{0.5, 3.0};
  OpenNumbers open;
  int timed_pairs = 2000;  // of each interval and series
  int repeats = 5;         // the fastest counts
  bool common_normal = true;
};

// One cell per series and interval.
nlohmann::json run_series(const SeriesOptions& options);

// The counts of common-normal under all rules, with P3's radii and with rounder bodies, and with
// other numbers where P3 leaves them open.
nlohmann::json run_hypotheses(SeriesOptions options, int pairs);

}  // namespace study
