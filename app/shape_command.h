// `talus shape`: what is known of one body.
#pragma once

#include <optional>
#include <string>

namespace talus {

struct ShapeOptions {
  std::string file;  // a JSON shape, a mesh (.stl, .obj, .ply) or a volume (.nrrd, .nhdr, .tif)
  bool json{};
  std::optional<int> cells;         // of the discrete function representation, default 64
  std::optional<double> error;      // or the error that chooses them, a length
  std::optional<double> threshold;  // of a volume, default: halfway between its extremes
  int threads = 1;
};

// The exit status. Throws UsageError, also for a file that holds no valid shape.
int run_shape(const ShapeOptions& options);

}  // namespace talus
