// The integration of eight bodies, for one instruction set (cmake/simd.cmake). Only the entry point
// leaves the renamed namespace.
#include "talus/sim/loop/native/integrator_kernel.h"
#include "talus/sim/loop/native/pack_access.h"

extern "C" [[gnu::flatten]] void TALUS_SIMD_ENTRY(talus_integrate)(void* batch, const void* call) {
  using namespace talus;
  integrate<Pack>(*static_cast<IntegratorBatch*>(batch), 0,
                  *static_cast<const IntegratorCall*>(call));
}
