// The contact forces of eight contact points, for one instruction set. The including source has
// renamed the namespace `talus`, so that the linker cannot mix the code of two instruction sets:
// only the function below has a name of its own.
#include "talus/physics/law/laws.h"
#include "talus/sim/loop/native/contact_force_kernel.h"
#include "talus/sim/loop/native/pack_access.h"

extern "C" [[gnu::flatten]] void TALUS_NATIVE_PUSH(void* batch, const void* call) {
  using namespace talus;
  ContactForceBatch& own = *static_cast<ContactForceBatch*>(batch);
  const ContactForceCall& how = *static_cast<const ContactForceCall*>(call);
  BuiltInLaws::visit(static_cast<std::size_t>(how.law), [&]<class Law>() {
    apply_contact_forces<Law, Pack>(own, 0, how);
  });
}
