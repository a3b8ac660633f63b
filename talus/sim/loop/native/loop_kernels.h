// The kernels of the time loop, compiled for several instruction sets: contacts are pushed
// (push_rows.h) and bodies moved (move_rows.h) eight at a time.
#pragma once

#include <span>

namespace talus {

// Arguments are addresses of PushRows and PushOrder, or of MoveRows and MoveOrder.
using LoopFunction = void(void* rows, const void* order);
using LoopKernel = LoopFunction*;

struct LoopKernels {
  LoopKernel push, move;
};

// The kernels that this machine can run, the best first. All give the same bits.
std::span<const LoopKernels> loop_kernels();

}  // namespace talus
