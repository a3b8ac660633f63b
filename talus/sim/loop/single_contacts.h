// Pairs with one contact point, through the narrow phase.
#pragma once

#include "talus/sim/loop/chunk_contacts.h"

namespace talus {

void apply_single_contacts(const ChunkContacts& chunk);

}  // namespace talus
