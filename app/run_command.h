// talus run: simulates a scene and writes its output.
#pragma once

#include <string>
#include <vector>

namespace talus {

struct RunCommand {
  std::string scene;
  std::vector<std::string> changes;  // KEY=VALUE, of the scene
  std::string out;                   // folder; empty: the name of the scene without its extension
  int threads{};                     // 0: as in the scene, by default all
  bool resume{}, restart{}, overwrite{}, profile{}, quiet{};
  bool view{}, no_open{};  // show it in the browser, or only print the address
};

// Exit status: 0 done, 1 an error of the scene or the run, 130 interrupted (a checkpoint is written
// and the run can be resumed).
int run_scene(const RunCommand& command);

}  // namespace talus
