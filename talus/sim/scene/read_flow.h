// [[inlet]] and [[outlet]] of a scene, and domain.beyond.
#pragma once

#include <set>
#include <string>

#include "talus/setup.h"
#include "talus/sim/scene/read_materials.h"
#include "talus/sim/scene/read_shape.h"

namespace talus::scene {

// One inlet or outlet; the section is its table. Adds the shapes of the grains to the setup.
Inlet read_inlet(Section& section, std::int32_t material, MeshFiles& files,
                 std::set<std::string>& names, std::uint64_t seed, Setup& setup);
Outlet read_outlet(Section& section, const broad::Domain& domain, std::set<std::string>& names);

// Adds the shapes of the grains to the setup. `names` are those of files that measures have.
void read_inlets(Section& top, const Materials& materials, MeshFiles& files,
                 std::set<std::string>& names, std::uint64_t seed, Setup& setup);

void read_outlets(Section& top, std::set<std::string>& names, Setup& setup);

// The key of the table [domain].
void read_beyond(Section& domain, Setup& setup);

}  // namespace talus::scene
