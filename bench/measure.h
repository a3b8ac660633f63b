// One workload, all contenders, cold and warm.
#pragma once

#include <string>
#include <vector>

#include "bench/score.h"

namespace bench {

struct Selection {
  int repeats = 5;
  std::vector<std::string> starts, contenders;  // all if empty
};

bool selected(const std::vector<std::string>& choice, const std::string& name);

std::vector<Row> measure(const Workload& workload, int vertices, const Selection& selection);

}  // namespace bench
