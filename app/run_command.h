// talus run: simulates a scene and writes what it asks for.
#pragma once

#include <string>

namespace talus {

struct RunCommand {
  std::string scene;
  std::string out;  // folder; empty: the name of the scene without its extension
  int threads{};    // 0: as the scene says, or as many as there are
  bool resume{}, profile{}, quiet{};
};

// Exit status: 0 done, 1 a scene or a run with a mistake, 130 interrupted (a checkpoint is written
// and the run can be resumed).
int run_scene(const RunCommand& command);

}  // namespace talus
