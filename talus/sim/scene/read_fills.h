// [[fill]] of a scene: grains at random places.
#pragma once

#include <vector>

#include "talus/filling.h"
#include "talus/setup.h"
#include "talus/sim/scene/names.h"
#include "talus/sim/scene/read_materials.h"
#include "talus/sim/scene/read_shape.h"

namespace talus::scene {

struct Fill {
  FillSettings settings;
  const Node* node;  // where it stands
};

// Adds the shapes of the grains to the setup; placing them is for later, when all else is known to
// be right.
std::vector<Fill> read_fills(Section& top, const Materials& materials, MeshFiles& files,
                             Names& names, std::uint64_t seed, Setup& setup);

}  // namespace talus::scene
