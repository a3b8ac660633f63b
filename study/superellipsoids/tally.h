// What P3 counts on a series of pairs, and how far the answers are from the known ones.
#pragma once

#include <array>
#include <nlohmann/json.hpp>

#include "superellipsoids/known_pairs.h"
#include "talus/narrow/contact.h"
#include "talus/narrow/superquadric_superquadric/published/common_normal.h"

namespace study {

inline constexpr int paper_iterations = 50;  // after which P3 gives up a start

// A penetration deeper than the generated one by more than this, a length (P3's bodies have radii
// of 0.5 to 3), and by more than one per cent belongs to another direction.
inline constexpr double worse_beyond = 1e-6;
// One less deep by more than rounding proves that the generated direction is not the contact.
inline constexpr double better_beyond = 1e-12;

// Errors of the penetrations that were found; sums, so that tallies add up.
struct Errors {
  long counted = 0;
  double relative = 0;  // |d~ - d| / d
  double relative_squares = 0;
  double points = 0;   // |p~ - p|, mean of both points
  double degrees = 0;  // between c~ and c
  double single = 0;   // the same, by the arc cosine of c~.c in single precision
  double seven = 0;    // by the arc cosine of c~.c from components of seven decimals
  double worst = 0;    // |d~ - d|

  void add(const talus::Contact<double>& answer, const talus::Vec3<double>& c,
           const superellipsoids::KnownPair& truth);
  Errors& operator+=(const Errors& other);
};

// Of the answers of one method to a series.
struct Answers {
  long failed = 0;  // and says so
  long missed = 0;  // the sign is wrong
  long worse = 0;   // penetrations: a deeper direction than the generated one
  long better = 0;  // penetrations: a less deep one, so that the generated one is no contact
  long iterations = 0;
  int most_iterations = 0;
  double worst_distance = 0;  // |error| of bodies that are apart
  Errors errors;

  void add(const talus::Contact<double>& answer, const talus::Vec3<double>& c,
           const superellipsoids::KnownPair& truth);
  Answers& operator+=(const Answers& other);
};

// Hears the steps of common-normal on one pair.
struct Listener {
  int starts = 0, first_iterations = 0;
  talus::superquadric_superquadric::CommonNormalEnd first_end{};
  bool first_not_along = false;  // the first start ends with d not along c
  talus::Vec3<double> c{};

  void operator()(const talus::superquadric_superquadric::CommonNormalStep<double>&) {}
  void operator()(const talus::superquadric_superquadric::CommonNormalStart<double>& start);
};

struct Tally {
  long pairs = 0;
  std::array<long, paper_iterations + 1> after{};  // the first start ends with an answer
  long not_converged = 0, local_minimum = 0;       // or with none
  long not_along = 0;                              // local minima with d not along c
  int most_starts = 0;                             // new ones, for one pair
  Answers common_normal, production;

  void listen(const Listener& listener);
  Tally& operator+=(const Tally& other);
};

void to_json(nlohmann::json& json, const Answers& answers);
void to_json(nlohmann::json& json, const Tally& tally);

}  // namespace study
