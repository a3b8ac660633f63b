// talus convert: particles of other programs and of runs, as files of others or as a scene.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/exchange/particle_table.h"

namespace talus {

struct ConvertOptions {
  std::string in, out;
  std::string to;  // format; empty: by the name of the file
  ParticleOptions reading;
  std::vector<std::string> columns;  // NAME=NAME
  bool all{};                        // frames of a run
  std::optional<double> density;
  bool quiet{};
};

// Exit status: 0 written, 1 a file that cannot be read or written as asked. Throws UsageError.
int run_convert(const ConvertOptions& options);

}  // namespace talus
