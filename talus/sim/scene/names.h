// Names of walls, bodies and fillings: each once in a scene.
#pragma once

#include <map>
#include <string>

#include "talus/sim/scene/section.h"

namespace talus::scene {

class Names {
 public:
  // The key "name", or `otherwise`; a name that is taken is a mistake.
  std::string read(Section& section, const std::string& otherwise);

 private:
  std::map<std::string, int> line_of_;
};

}  // namespace talus::scene
