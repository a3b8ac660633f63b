// Registration of a contact law from outside the library (talus/physics/law/law.h describes the
// struct; CONTRIBUTING.md has an example). In one source file of the program:
//
//   static const talus::RegisterLaw<MyLaw> registered;
//
// Scenes, Setup::law and Python then find it by its name. The law's kernel is compiled in that file
// and works on one contact after the other, with the bits that eight at once would have: packs
// exist only in sources that are compiled once per instruction set (cmake/simd.cmake).
#pragma once

#include "talus/physics/law/registry.h"
#include "talus/sim/loop/native/contact_force_kernel.h"

namespace talus {

template <class L>
[[gnu::flatten]] void apply_law(void* batch, const void* call) {
  ContactForceBatch& own = *static_cast<ContactForceBatch*>(batch);
  const ContactForceCall& how = *static_cast<const ContactForceCall*>(call);
  for (int i = 0; i < own.count; ++i) apply_contact_forces<L, double>(own, i, how);
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
