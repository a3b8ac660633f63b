// When a run ends: simulation.stop.
#pragma once

#include "talus/scene.h"
#include "talus/sim/scene/section.h"

namespace talus::scene {

// After the inlets and outlets, whose names it may have.
void read_stops(Section& top, Scene& scene);

}  // namespace talus::scene
