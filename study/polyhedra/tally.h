// How the answers of one method on one family and regime compare with the truth.
#pragma once

#include <array>
#include <nlohmann/json.hpp>

#include "talus/narrow/contact.h"

namespace study {

// An answer off by more than this share of the size (or of the distance, if larger) is wrong: far
// above what any method loses by rounding or by a smallest step, far below the difference between
// one local minimum and another.
inline constexpr double wrong_beyond = 1e-6;

struct Tally {
  long tried = 0, failed = 0;
  long missed = 0, phantom = 0;  // "separated" of overlapping bodies and the reverse
  long wrong_distance = 0;       // another local minimum, or none
  double worst_right = 0, worst = 0;
  long iterations = 0;  // of all pairs together, failures included
  // By decade of the error, below 1e-17 to above 1e2; failures have none.
  std::array<long, 20> decades{};

  // size: the larger bounding radius.
  void add(const talus::Contact<double>& answer, long double truth, double size);
  Tally& operator+=(const Tally& other);
};

void to_json(nlohmann::json& json, const Tally& tally);

}  // namespace study
