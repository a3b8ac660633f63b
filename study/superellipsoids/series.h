// P3's two test series on common-normal, with its own constants, and on the production method.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "superellipsoids/known_pairs.h"

namespace study {

struct SeriesOptions {
  int pairs = 1000000;  // of each interval and series, as in P3
  std::uint64_t seed = 1;
  int threads = 1;
  superellipsoids::Interval radii{0.5, 3.0};
  int timed_pairs = 2000;        // of each interval and series
  int repeats = 5;               // the fastest counts
  bool only_production = false;  // without common-normal
};

// One cell per series and interval.
nlohmann::json run_series(const SeriesOptions& options);

}  // namespace study
