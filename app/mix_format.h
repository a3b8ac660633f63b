// The mix of shapes that `talus pack` places (docs/formats.md): JSON to parts.
#pragma once

#include <vector>

#include "app/shape_format.h"
#include "talus/packing.h"

namespace talus {

// Throws FormatError with the JSON path.
std::vector<PackingPart> read_mix(const Json& value, MeshLibrary& meshes);

}  // namespace talus
