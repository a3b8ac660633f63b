// `talus pairs`: which bodies of a file may touch, by a scheme of the broad phase.
#pragma once

#include <string>

#include "talus/pairs.h"

namespace talus {

struct PairsOptions {
  std::string file;  // bodies, HDF5
  BodyPairSettings settings;
  std::string out = "-";  // HDF5 by its ending .h5, text otherwise; "-" is standard output
  bool count = false;     // print only how many
};

// The exit status, always 0. Throws UsageError.
int run_pairs(const PairsOptions& options);

// All schemes with their sources, a line each.
std::string schemes_as_table();

}  // namespace talus
