// The tables of the model by object, where bodies came or went: prescribed motions and measured
// loads by the user's number, surface velocities by slot. All belong to objects of the setup, which
// are found by their ids.
#pragma once

#include "talus/sim/loop/loop.h"

namespace talus {

// Model::of_setup, at the start.
void keep_setup_tables(Loop& loop);

// After a change of the bodies, of UserState::ids and of the slots.
void update_object_tables(Loop& loop);

}  // namespace talus
