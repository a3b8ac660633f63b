// How far a run is, and its sums.
#pragma once

#include <algorithm>
#include <cstdint>

#include "talus/state.h"

namespace talus {

// Sums over all contacts of one step.
struct ContactSums {
  double elastic{};                         // J, stored now
  double damping{}, friction{}, rolling{};  // J, heat of this step
  double boundary_work{};                   // J
  double largest_overlap{};                 // relative to the size of the smaller body
  std::int64_t count{};                     // pairs that touch
  std::int64_t failed = -1;                 // a pair of the chunk whose contact query failed

  void add(const ContactSums& part) {
    elastic += part.elastic;
    damping += part.damping;
    friction += part.friction;
    rolling += part.rolling;
    boundary_work += part.boundary_work;
    largest_overlap = std::max(largest_overlap, part.largest_overlap);
    count += part.count;
  }
};

struct Progress {
  std::int64_t steps{};
  double time{};     // s
  ContactSums sums;  // of the last step
  Ledger ledger;     // counted since the start
};

}  // namespace talus
