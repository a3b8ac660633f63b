// The integration of eight bodies, for one instruction set (cmake/simd.cmake). Only the entry point
// leaves the renamed namespace. Packs have one register, as in contact_force_kernel.inl.
#define TALUS_PACK_IS_ONE_REGISTER
#include "talus/sim/loop/native/integrator_kernel.h"
#include "talus/sim/loop/native/pack_access.h"

extern "C" [[gnu::flatten]] void TALUS_SIMD_ENTRY(talus_integrate)(void* batch, const void* call) {
  using namespace talus;
  IntegratorBatch& own = *static_cast<IntegratorBatch*>(batch);
  const IntegratorCall& how = *static_cast<const IntegratorCall*>(call);
  for (int at = 0; at < own.count; at += pack_size) integrate<Pack>(own, at, how);
}
