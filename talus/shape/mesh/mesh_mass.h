// Mass properties of what a closed, outward-facing mesh encloses.
#pragma once

#include "talus/mesh_file.h"
#include "talus/shape.h"

namespace talus {

MassProperties mass_properties(const TriangleMesh& mesh);

}  // namespace talus
