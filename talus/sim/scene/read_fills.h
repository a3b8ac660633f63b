// [[fill]] of a scene: grains at random positions.
#pragma once

#include <span>
#include <string_view>
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

// The key "region", of one of the given types.
Region read_region(Section& section, std::span<const std::string_view> types,
                   const broad::Domain& domain);

// The tables [[....grain]], with an error if there is none. Adds the shapes to the setup.
std::vector<FillPart> read_grains(Section& section, std::string_view missing, MeshFiles& files,
                                  Setup& setup);

// Adds the shapes of the grains to the setup. The grains are placed when the whole scene is valid.
std::vector<Fill> read_fills(Section& top, const Materials& materials, MeshFiles& files,
                             UniqueNames& names, std::uint64_t seed, Setup& setup);

}  // namespace talus::scene
