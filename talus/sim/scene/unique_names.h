// Names of walls, bodies and fillings, which must be unique in a scene.
#pragma once

#include <map>
#include <string>

#include "talus/sim/scene/section.h"

namespace talus::scene {

class UniqueNames {
 public:
  // The value of the key "name", or `fallback`. Reports a duplicate.
  std::string read(Section& section, const std::string& fallback);

 private:
  std::map<std::string, int> line_of_;
};

}  // namespace talus::scene
