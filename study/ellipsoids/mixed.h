// The paper's open question: arrays of various aspect ratios and sizes, and triaxial shapes.
#pragma once

#include <cstdint>

#include "ellipsoids/query.h"

namespace study {

struct MixedOptions {
  double length = 20;          // of the cube, in diameters of the mean volume
  std::size_t queries = 1000;  // at most, of each pair of shapes
  int passes = 5;
  std::uint64_t seed = 1;
};

Json run_mixed(const MixedOptions& options);

}  // namespace study
