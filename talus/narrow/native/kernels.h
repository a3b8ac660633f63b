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
  // the others are answered. nullptr: not with corners.
  unsigned (*gap)(void* block, unsigned* closed);
};

// Which kernel answers a pair.
enum class Family {
  ellipsoids,           // ellipsoid_ellipsoid/native
  superquadrics,        // superquadric_superquadric/native, also of one with an ellipsoid
  sphere_ellipsoid,     // sphere_ellipsoid/native
  sphere_superquadric,  // sphere_superquadric/native
  smooth_corners,  // smooth_vertex_body/native: warm ones of an ellipsoid or a superquadric with
                   // a polyhedron or a segment
  others,          // none
};
inline constexpr int family_count = static_cast<int>(Family::others);

struct BatchKernel {
  std::string_view instruction_set;
  int lanes;  // doubles in one register
  PairKernel kernel[family_count];

  const PairKernel& of(Family family) const { return kernel[static_cast<int>(family)]; }
};

// Those that this machine can run, the best first; empty on other machines than x86-64.
std::span<const BatchKernel> batch_kernels();

// The first of them, or nullptr.
inline const BatchKernel* best_batch_kernel() {
  const std::span<const BatchKernel> kernels = batch_kernels();
  return kernels.empty() ? nullptr : kernels.data();
}

}  // namespace talus
