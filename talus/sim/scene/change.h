// Values that count in place of those of a scene file: talus run --set, parameter studies.
#pragma once

#include "talus/scene.h"
#include "talus/sim/scene/node.h"

namespace talus::scene {

// Throws SceneError if the key leads to nothing that can have a value.
void apply_change(const SceneChange& change, Node& root);

}  // namespace talus::scene
