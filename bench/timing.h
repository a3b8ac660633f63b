// Times loaded contenders on the pairs they answer, with Google Benchmark: one iteration is one
// pass over all pairs, contenders take turns, and the best pass counts.
#pragma once

#include <string>
#include <vector>

#include "bench/trial.h"

namespace bench {

struct Timed {
  std::string name;
  Contender* contender;
  Start start;
  std::vector<int> pairs;  // the ones it answers
  double nanoseconds = 0;  // result: processor time per pair in the best pass
};

void time_all(std::vector<Timed>& contestants, int repeats);

}  // namespace bench
