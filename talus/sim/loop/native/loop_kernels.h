// The kernels of the time loop, compiled for several instruction sets: contacts are pushed
// (push_rows.h) and bodies moved (move_rows.h) eight at a time.
#pragma once

#include <span>

namespace talus {

// Asked with rows and with an order: PushRows and PushOrder, or MoveRows and MoveOrder.
using LoopKernel = void (*)(void* rows, const void* order);

struct LoopKernels {
  LoopKernel push, move;
};

// Those that this machine can run, the best first. All give the same bits.
std::span<const LoopKernels> loop_kernels();

}  // namespace talus
