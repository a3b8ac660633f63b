// talus init: writes a commented example scene to start from.
#pragma once

#include <string>

namespace talus {

struct InitCommand {
  std::string scene;
  bool force{};  // also over files that are there
};

// Writes the scene and the mesh file that it needs beside it. Throws UsageError for files that are
// there already and for what cannot be written.
int run_init(const InitCommand& command);

}  // namespace talus
