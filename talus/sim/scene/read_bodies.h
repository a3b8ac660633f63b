// [[body]] of a scene: single bodies, each placed by hand.
#pragma once

#include "talus/setup.h"
#include "talus/sim/scene/names.h"
#include "talus/sim/scene/read_materials.h"
#include "talus/sim/scene/read_shape.h"

namespace talus::scene {

void read_bodies(Section& top, const Materials& materials, MeshFiles& files, Names& names,
                 Setup& setup);

// Mistakes: a body, by its bounding sphere, that is longer than the domain where that is periodic,
// and a shape that the contact law does not know.
void check_shape(Section& section, const Shape& shape, const Setup& setup);

}  // namespace talus::scene
