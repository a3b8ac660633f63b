// The smooth depth of many pairs of superquadrics (bulged_pair.h), compiled once per instruction
// set. All give the same bits.
#pragma once

#include <span>
#include <string_view>

#include "talus/narrow/flat_superquadric/bulged_pair.h"

namespace talus {

// Arguments are addresses of `count` BulgedPairQuery and BulgedPairDepth of double, as numbers.
using BulgedPairFunction = void(const double* const* query, int count, double* const* depth);

struct BulgedPairKernel {
  std::string_view instruction_set;
  BulgedPairFunction* depths;
};

// The kernels that this machine can run, the best first.
std::span<const BulgedPairKernel> bulged_pair_kernels();

}  // namespace talus
