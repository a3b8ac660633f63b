// Eight free bodies side by side: what goes into a kernel that moves them and what comes out.
// States and places are read and written where they are, line by line; the rest is here.
#pragma once

#include "talus/sim/loop/native/line_access.h"

namespace talus {

struct MoveRows {
  static constexpr int size = 8;

  int count{};          // bodies, in the first places
  double* state[size];  // BodyState, also in the places after them
  double* place[size];  // BodyPlace, likewise
  Row force[3], torque[3];
  Row velocity[3];         // at the start of the step; only if the last one is not ended here
  Row momentum[3];         // angular, before and after
  Row inverse_inertia[3];  // principal
  Row turn_reach;          // as BodyFacts
  bool all_round{}, all_centred{};
  Row round;                      // 1 or 0; only if not all are
  Row principal[9], centroid[3];  // as BodyFacts; only if not all are centred
};

// How a kernel is asked.
struct MoveOrder {
  bool ends{};    // the last step is ended, too: velocities and momenta are those of its middle
  double step{};  // s
};

}  // namespace talus
