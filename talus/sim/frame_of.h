// What files are written of: the state of a simulation at this moment.
#pragma once

#include "talus/output/frame.h"
#include "talus/simulation.h"

namespace talus {

// Whether the bodies of a run come and go while it is computed.
bool changes_bodies(const Setup& setup);

Moment moment_of(const Simulation& simulation);

// References into the simulation, valid until its next call that is not const.
FrameView frame_of(const Simulation& simulation);

}  // namespace talus
