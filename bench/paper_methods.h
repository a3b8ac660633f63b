// The published methods for two ellipsoids beside the production method, on the same pairs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/workload.h"

namespace bench {

struct MethodTime {
  std::string workload, method;
  double nanoseconds = 0;   // per pair, in the best pass
  double error = 0;         // worst error of the distance over the requested one, eps_d
  double failed_share = 0;  // of the pairs: a failure status, or not within 10 eps_d
};

// Every listed method on the workload's separated pairs at the paper's own accuracy (1.6), eps_d =
// 1e-5 of the smallest Gaussian radius.
std::vector<MethodTime> time_methods(const Workload& workload, int repeats);

void write_methods(std::ostream& out, const std::vector<MethodTime>& times);  // a Markdown table

}  // namespace bench
