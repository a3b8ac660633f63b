// The contact forces of eight contact points, for one instruction set (cmake/simd.cmake). Only the
// entry point leaves the renamed namespace.
#include "talus/physics/law/laws.h"
#include "talus/sim/loop/native/contact_force_kernel.h"
#include "talus/sim/loop/native/pack_access.h"

extern "C" void TALUS_SIMD_ENTRY(talus_contact_forces)(void* batch, const void* call) {
  using namespace talus;
  ContactForceBatch& own = *static_cast<ContactForceBatch*>(batch);
  const ContactForceCall& how = *static_cast<const ContactForceCall*>(call);
  BuiltInLaws::visit(static_cast<std::size_t>(how.law),
                     [&]<class Law>() { apply_contact_forces<Law, Pack>(own, 0, how); });
}
