// The kernels that answer eight pairs at once, compiled once per instruction set. For the pairs
// that they answer, all give the bits of the single query.
#pragma once

#include <span>
#include <string_view>

#include "talus/narrow/batch_kernels/batch_block.h"

namespace talus {

// The argument is the address of a BatchBlock. Bit i of the result: the answer of pair i is closed
// and counts.
using BatchContactFunction = unsigned(void* block);
// Bit i of the result: pair i is proven to be farther apart than the gap. Bit i of `closed`: pair i
// is not proven and its answer is closed.
using BatchGapFunction = unsigned(void* block, unsigned* closed);

// For pairs of one family.
struct PairKernels {
  BatchContactFunction* contact;
  BatchGapFunction* gap;  // nullptr for smooth_vertex_body
};

// Pairs of shapes that one kernel answers, by the folder of the kernel.
enum class KernelFamily {
  ellipsoid_ellipsoid,
  superquadric_superquadric,  // also a superquadric with an ellipsoid
  sphere_ellipsoid,
  sphere_superquadric,
  smooth_vertex_body,  // an ellipsoid or a superquadric with a polyhedron or a segment, warm
  none,                // answered by the single query
};
inline constexpr int kernel_family_count = static_cast<int>(KernelFamily::none);

struct BatchKernels {
  std::string_view instruction_set;
  int lanes;  // doubles in one register
  PairKernels family[kernel_family_count];

  const PairKernels& of(KernelFamily f) const { return family[static_cast<int>(f)]; }
};

// The kernels that this machine can run, the best first.
std::span<const BatchKernels> batch_kernels();

// The best of them; nullptr where registers hold one number and single queries are as fast.
inline const BatchKernels* best_batch_kernels() {
  const BatchKernels& best = batch_kernels().front();
  return best.lanes > 1 ? &best : nullptr;
}

}  // namespace talus
