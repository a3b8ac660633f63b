// The fast path for eight pairs at once, compiled once per instruction set of x86-64. All give the
// same bits as lean_touch for one pair.
#pragma once

#include <span>
#include <string_view>

#include "talus/narrow/ellipsoid_ellipsoid/native/block.h"

namespace talus::ellipsoid_ellipsoid {

struct NativeKernel {
  std::string_view instruction_set;
  int lanes;                                       // doubles in one register
  unsigned (*contact)(void* block);                // kernel.inl
  unsigned (*gap)(void* block, unsigned* closed);  // kernel.inl
};

// Those that this machine can run, the best first; empty on other machines than x86-64.
std::span<const NativeKernel> native_kernels();

// The first of them, or nullptr.
inline const NativeKernel* best_kernel() {
  const std::span<const NativeKernel> kernels = native_kernels();
  return kernels.empty() ? nullptr : kernels.data();
}

}  // namespace talus::ellipsoid_ellipsoid
