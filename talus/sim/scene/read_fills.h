// [[fill]] of a scene: grains at random positions.
#pragma once

#include <vector>

#include "talus/filling.h"
#include "talus/setup.h"
#include "talus/sim/scene/read_materials.h"
#include "talus/sim/scene/read_shape.h"
#include "talus/sim/scene/unique_names.h"

namespace talus::scene {

struct Fill {
  FillSettings settings;
  const Node* node;  // for errors
};

// Adds the shapes of the grains to the setup. The grains are placed when the whole scene is valid.
std::vector<Fill> read_fills(Section& top, const Materials& materials, MeshFiles& files,
                             UniqueNames& names, std::uint64_t seed, Setup& setup);

}  // namespace talus::scene
