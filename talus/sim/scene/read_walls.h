// [[wall]] of a scene: half-spaces, boxes of half-spaces, tubes and meshes.
#pragma once

#include "talus/setup.h"
#include "talus/sim/scene/names.h"
#include "talus/sim/scene/read_materials.h"
#include "talus/sim/scene/read_shape.h"

namespace talus::scene {

void read_walls(Section& top, const Materials& materials, MeshFiles& files, Names& names,
                Setup& setup);

}  // namespace talus::scene
