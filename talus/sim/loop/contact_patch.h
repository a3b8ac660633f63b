// The mean arm of friction of a contact with a superquadric (talus/physics/section_arm.h).
#pragma once

#include "talus/narrow/contact.h"
#include "talus/sim/loop/chunk_contacts.h"

namespace talus {

// Steps between two evaluations of all patches, and of those of contacts that dissipate. One
// evaluation takes 20 us, as a hundred steps of the contact.
inline constexpr std::int64_t patch_interval = 8192, moving_patch_interval = 128;

// m, for an overlapping contact with at least one superquadric.
double superquadric_patch_arm(const BodyTable& bodies, const PairBodies& p,
                              const Contact<double>& contact);

}  // namespace talus
