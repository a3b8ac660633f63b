// The contacts of this moment as rows for files and people. Geometry is asked for once more, since
// the time loop keeps only forces.
#pragma once

#include "talus/sim/loop/state.h"
#include "talus/state.h"

namespace talus {

// Replaces the table by one row for every pair that touches.
void contact_rows(const LoopState& s, ContactTable& table);

}  // namespace talus
