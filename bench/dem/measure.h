// The rate at which a program steps a bed: Talus here, LIGGGHTS and YADE in processes of their own.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bench/dem/bed.h"

namespace bench::dem {

struct Rate {
  std::string program;
  std::size_t grains{};
  int steps{};                  // of one pass
  double seconds{};             // of the fastest pass, of stepping alone
  double contacts_per_grain{};  // with other grains; each counts for both
  double bytes_per_grain{};     // of arrays, as the program counts them; 0: not known
  double resident_per_grain{};  // by which the process grew; 0: not known
  std::vector<std::pair<std::string, double>> parts;  // seconds of the passes by part, of Talus

  double particle_steps() const { return static_cast<double>(grains) * steps / seconds; }
  double nanoseconds() const { return 1e9 / particle_steps(); }
};

struct Passes {
  int relax = 1000;      // steps before the first pass
  double seconds = 3.0;  // of a pass, about
  int count = 3;         // the fastest counts
};

Rate measure_talus(talus::Setup bed, const Passes& passes);

// Writes the bed and its input beside it into a folder, runs the program there and reads what it
// prints. Throws std::runtime_error with the end of the output where that is not what it should be.
Rate measure_liggghts(const talus::Setup& bed, const Passes& passes, const std::string& scripts,
                      const std::string& folder);
Rate measure_yade(const talus::Setup& bed, const Passes& passes, const std::string& scripts,
                  const std::string& folder);

}  // namespace bench::dem
