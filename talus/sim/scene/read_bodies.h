// [[body]] of a scene: single bodies, each placed by hand.
#pragma once

#include "talus/sim/scene/names.h"
#include "talus/sim/scene/read_materials.h"
#include "talus/sim/scene/read_shape.h"
#include "talus/sim/setup.h"

namespace talus::scene {

void read_bodies(Section& top, const Materials& materials, MeshFiles& files, Names& names,
                 Setup& setup);

// A body, by its bounding sphere, that is longer than the domain where that is periodic: a mistake.
void check_fits_period(Section& section, const Shape& shape, const broad::Domain& domain);

}  // namespace talus::scene
