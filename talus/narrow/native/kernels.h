// The fast paths for eight pairs at once, compiled once per instruction set of x86-64. All give the
// same bits as the single query, for the pairs that they answer.
#pragma once

#include <span>
#include <string_view>

#include "talus/narrow/native/block.h"

namespace talus {

// For one pair of kinds; the argument is a Block.
struct PairKernel {
  // Bit i of the result: the answer of pair i is closed and counts.
  unsigned (*contact)(void* block);
  // Bit i of the result: pair i is proven to be farther apart than the gap. `closed` tells which of
  // the others are answered.
  unsigned (*gap)(void* block, unsigned* closed);
};

struct BatchKernel {
  std::string_view instruction_set;
  int lanes;                 // doubles in one register
  PairKernel ellipsoids;     // ellipsoid_ellipsoid/native
  PairKernel superquadrics;  // superquadric_superquadric/native, also of one with an ellipsoid
};

// Those that this machine can run, the best first; empty on other machines than x86-64.
std::span<const BatchKernel> batch_kernels();

// The first of them, or nullptr.
inline const BatchKernel* best_batch_kernel() {
  const std::span<const BatchKernel> kernels = batch_kernels();
  return kernels.empty() ? nullptr : kernels.data();
}

}  // namespace talus
