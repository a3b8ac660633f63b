// [[body]] of a scene: single bodies with given poses.
#pragma once

#include "talus/setup.h"
#include "talus/sim/scene/read_materials.h"
#include "talus/sim/scene/read_measures.h"
#include "talus/sim/scene/read_shape.h"
#include "talus/sim/scene/unique_names.h"

namespace talus::scene {

void read_bodies(Section& top, const Materials& materials, MeshFiles& files, UniqueNames& names,
                 NamedObjects& objects, Setup& setup);

// Reports a bounding sphere larger than a periodic side of the domain, and a shape that the contact
// law does not support.
void check_shape(Section& section, const Shape& shape, const Setup& setup);

}  // namespace talus::scene
