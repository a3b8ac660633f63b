// talus sweep: the runs of a parameter study, several at a time, each in a process of its own.
#pragma once

#include <string>
#include <vector>

namespace talus {

struct SweepOptions {
  std::string scene;
  std::vector<std::string> parameters;  // KEY=VALUES
  std::string out;                      // folder; empty: SCENE_sweep
  int jobs = 1, threads = 1;
  bool quiet{};
};

// Exit status: 0 all runs are done, 1 some failed, 130 interrupted. Throws UsageError.
int run_sweep(const SweepOptions& options);

}  // namespace talus
