// The grammar of the mesh formats, on the content of a file; `name` stands in error messages.
#pragma once

#include <string_view>

#include "talus/mesh_file.h"

namespace talus {

TriangleMesh parse_stl(std::string_view content, std::string_view name);  // text or binary
TriangleMesh parse_obj(std::string_view content, std::string_view name);
TriangleMesh parse_ply(std::string_view content, std::string_view name);  // text or binary

}  // namespace talus
