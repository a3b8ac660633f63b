// A first pass over all pairs in a child process: what each contender answers, and which pairs make
// it abort or never return. Only the pairs that it answers are timed afterwards.
#pragma once

#include <vector>

#include "bench/peer/peer.h"

namespace bench {

enum class Outcome : int { untried, running, answered, aborted, no_return };

struct Trial {
  Outcome outcome = Outcome::untried;
  Answer answer;
};

enum class Start { cold, warm };
inline constexpr Start all_starts[] = {Start::cold, Start::warm};
const char* name_of(Start start);

// A query that has used this much processor time does not return: thousands of times a usual
// answer, and twice the slowest one ever seen to come (FCL on deep spheres, 8 ms).
inline constexpr double longest_query_seconds = 0.02;

// A contender that has used this much on a workload leaves the rest of its pairs untried.
inline constexpr double longest_trial_seconds = 4;

// The contender must be loaded.
std::vector<Trial> try_all(Contender& contender, int pair_count, Start start);

}  // namespace bench
