// The contact forces of eight contact points, for one instruction set (cmake/simd.cmake). Only the
// entry point leaves the renamed namespace. With packs of eight the variables of a contact do not
// fit the registers of AVX2 and SSE2.
#define TALUS_PACK_IS_ONE_REGISTER
#include "talus/physics/law/laws.h"
#include "talus/sim/loop/native/contact_force_kernel.h"
#include "talus/sim/loop/native/pack_access.h"

extern "C" void TALUS_SIMD_ENTRY(talus_contact_forces)(void* batch, const void* call) {
  using namespace talus;
  ContactForceBatch& own = *static_cast<ContactForceBatch*>(batch);
  const ContactForceCall& how = *static_cast<const ContactForceCall*>(call);
  BuiltInLaws::visit(static_cast<std::size_t>(how.law), [&]<class Law>() {
    for (int at = 0; at < own.count; at += pack_size) apply_contact_forces<Law, Pack>(own, at, how);
  });
}
