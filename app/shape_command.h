// `talus shape`: what is known of one body.
#pragma once

#include <string>

namespace talus {

struct ShapeOptions {
  std::string file;  // a JSON shape, .stl or .obj
  bool json{};
};

// The exit status. Throws UsageError, also for a file that holds no valid shape.
int run_shape(const ShapeOptions& options);

}  // namespace talus
