// Mass properties of what a closed, outward-facing mesh encloses.
#pragma once

#include "talus/shape/mass.h"
#include "talus/shape/mesh_file.h"

namespace talus {

MassProperties mass_properties(const TriangleMesh& mesh);

}  // namespace talus
