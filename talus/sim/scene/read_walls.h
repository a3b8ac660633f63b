// [[wall]] of a scene: half-spaces, boxes of half-spaces, tubes and meshes.
#pragma once

#include "talus/setup.h"
#include "talus/sim/scene/read_materials.h"
#include "talus/sim/scene/read_measures.h"
#include "talus/sim/scene/read_shape.h"
#include "talus/sim/scene/unique_names.h"

namespace talus::scene {

void read_walls(Section& top, const Materials& materials, MeshFiles& files, UniqueNames& names,
                NamedObjects& objects, Setup& setup);

}  // namespace talus::scene
