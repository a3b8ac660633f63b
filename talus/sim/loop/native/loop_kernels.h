// The kernels of the time loop, compiled once per instruction set: they apply the forces of eight
// contacts (contact_force_batch.h) and integrate the motion of eight bodies (integrator_batch.h).
#pragma once

#include <span>

namespace talus {

// Arguments: ContactForceBatch and ContactForceCall, or IntegratorBatch and IntegratorCall.
using LoopFunction = void(void* batch, const void* call);
using LoopKernel = LoopFunction*;

struct LoopKernels {
  LoopKernel contact_forces, integrate;
};

// Those that this machine can run, the fastest first. All give the same bits.
std::span<const LoopKernels> loop_kernels();

}  // namespace talus
