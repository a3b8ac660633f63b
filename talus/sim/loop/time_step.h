// The largest safe time step (talus/physics/time_step.h), for the quickest contact of all pairs of
// bodies, wherever they are: any two may meet, unless neither is free.
//
// A contact has omega^2 = k(R*) (w_a + w_b). For two given materials k does not fall as R* grows
// (Law::stiffness), and R* does not fall as the radius of either body grows. So omega^2 does not
// fall as the radius or the mobility of either body grows, in floating point as well: sums,
// products, quotients and roots that are rounded to nearest are monotone. Two facts follow.
//
// - A body is never needed if a larger one of the same material has at least its mobility: every
//   contact of it is at most as quick as the same contact of the larger one. What remains of a
//   material, ordered by size, has rising mobilities as sizes fall: its front.
// - Of two segments of fronts, no pair is quicker than a contact of the largest radius and the
//   largest mobility of either segment, which are those of its ends.
//
// The search is best first: of all pairs of segments it takes the one with the highest bound and
// halves the longer segment. The first pair of single bodies that comes up is the quickest of all
// pairs: the result of a search through all pairs, bit for bit, for a cost of n log n for the
// fronts of n different bodies and some tens of evaluations per pair of materials.
//
// The steps per half period that a contact needs (steps_per_half_period) depend on the materials
// and on the kinds of the two bodies only: bodies are listed by both, and a factor on omega^2
// counts them.
//
// A body among many smaller ones (neighbours_around) has the omega^2 k(R*) w_a N / 12, where N is
// what finds room on it, or all there are of that size or less. The same search finds the largest,
// with the stiffness of the largest and the number of the smallest body of a segment.
#pragma once

#include <string>
#include <vector>

#include "talus/physics/time_step.h"
#include "talus/sim/loop/body_table.h"
#include "talus/sim/loop/model.h"

namespace talus {

struct TimeStepLimit {
  double step{};         // s, the largest of all contacts that is safe
  double half_period{};  // s, T of the contact that sets it
  double shortest{};     // s, the shortest T of all contacts
  std::string reason;    // as Simulation::time_step_reason

  double largest() const { return step; }
  double chosen() const { return smaller(step, shortest / default_steps_per_half_period); }
};

// Bodies that may come: as many as `count` free ones of a body type.
struct ComingBodies {
  std::int32_t type{};
  double count{};
  std::string name;
};

TimeStepLimit time_step_limit(const Model& model, const BodyTable& bodies, int threads,
                              const std::vector<ComingBodies>& coming = {});

}  // namespace talus
