// `talus pack`: a random array of bodies without overlap in a periodic cube.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "talus/packing.h"

namespace talus {

struct PackOptions {
  // What to pack: one of these three.
  std::string aspect_ratio;        // of a spheroid: "1/6" or a number
  std::string shape;               // a file as `talus shape` reads it
  std::string mix;                 // a file of shapes with shares and sizes
  std::optional<double> diameter;  // equivalent; of the spheroid (default 1) or of the shape

  double volume_fraction{};
  std::optional<double> box;        // length
  std::optional<double> box_ratio;  // in mean diameters
  std::uint64_t seed = 1;
  std::int64_t max_attempts = PackingSettings{}.max_attempts;

  std::string out;              // HDF5 file of the bodies
  std::string pairs;            // query file of the neighbour pairs; "-" is standard output
  std::optional<double> reach;  // of the pairs, a length; default 0.1 mean diameters
  bool quiet = false;
};

// The exit status: 0 if the volume fraction was reached, 1 if the array jammed before; what was
// packed is written in both cases. Throws UsageError.
int run_pack(const PackOptions& options);

}  // namespace talus
