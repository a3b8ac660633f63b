// Registration of a contact law from outside the library (talus/physics/law/law.h describes the
// struct; CONTRIBUTING.md has an example). In one source file of the program:
//
//   static const talus::RegisterLaw<MyLaw> registered;
//
// Scenes, Setup::law and Python then find it by its name. The law's kernel is compiled here, with
// the flags of the including file: eight contacts at once on x86-64, by the widest registers that
// the flags allow. All files of a program that register laws need the same flags.
#pragma once

#include "talus/physics/law/registry.h"
#include "talus/sim/loop/native/contact_force_kernel.h"
#include "talus/sim/loop/native/pack_access.h"

namespace talus {

template <class L>
[[gnu::flatten]] void apply_law(void* batch, const void* call) {
  ContactForceBatch& own = *static_cast<ContactForceBatch*>(batch);
  const ContactForceCall& how = *static_cast<const ContactForceCall*>(call);
#if defined(__SSE2__) && !defined(__CUDACC__)
  apply_contact_forces<L, Pack>(own, 0, how);
#else
  for (int i = 0; i < own.count; ++i) apply_contact_forces<L, double>(own, i, how);
#endif
}

template <class L>
struct RegisterLaw {
  RegisterLaw() {
    Law law = law_of<L>();
    law.kernel = &apply_law<L>;
    register_law(law);
  }
};

}  // namespace talus
