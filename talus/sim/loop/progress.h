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
  // Slots of the pair with the largest overlap, if that is large (ContactForceCall::overlap_limit);
  // of a body that passed a mesh wall, or a convex body that is not free, in this step, and of it.
  std::int32_t deepest[2] = {-1, -1}, passed[2] = {-1, -1};
  std::int64_t count{};     // pairs that touch
  std::int64_t unsolved{};  // pairs whose contact query failed (single_contacts.cpp)
  std::int32_t unsolved_pair[2] = {-1, -1};  // slots of the first of them
  double unsolved_width{};                   // its bracket relative to the size of the smaller body

  void add(const ContactSums& part) {
    elastic += part.elastic;
    damping += part.damping;
    friction += part.friction;
    rolling += part.rolling;
    boundary_work += part.boundary_work;
    if (part.largest_overlap > largest_overlap) {
      largest_overlap = part.largest_overlap;
      std::copy_n(part.deepest, 2, deepest);
    }
    if (passed[0] < 0) std::copy_n(part.passed, 2, passed);
    count += part.count;
    if (unsolved == 0 && part.unsolved > 0) {
      std::copy_n(part.unsolved_pair, 2, unsolved_pair);
      unsolved_width = part.unsolved_width;
    }
    unsolved += part.unsolved;
  }
};

// The farthest that an object moves in one step.
struct Travel {
  double length{};         // m, upper bound on the path of any of its points
  std::int32_t slot = -1;  // -1: not known, the length is not large (Model::travel_limit)

  void add(const Travel& other) {
    if (other.length > length) *this = other;
  }
};

struct Progress {
  std::int64_t steps{};
  double time{};            // s
  ContactSums sums;         // of the last step
  Ledger ledger;            // counted since the start
  double next_drag_heat{};  // J, of the half step that begins now
  double gravity_work{};    // J, since the start; counted where gravity varies
  struct {
    double relative{};       // longest path of the last step over the size of the smallest body
    std::int32_t body = -1;  // the user's number of the body, if that is large
  } travel;
  Excess large_overlaps, large_travels;
  Excess unsolved;         // contacts whose query failed; the value is the width of the bracket
  Excess large_residuals;  // of the ledger, checked every residual_interval steps
  // m/s2, at the end of the present step and its mean over the step; they follow from the time.
  Vec3<double> gravity{}, mean_gravity{};
};

}  // namespace talus
