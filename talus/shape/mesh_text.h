// The grammar of the mesh formats, on the content of a file; `name` stands in error messages.
#pragma once

#include <string_view>

#include "talus/mesh_file.h"

namespace talus {

// Largest numbers of vertices and of triangles: 2.4 and 1.2 GB of memory.
inline constexpr std::size_t most_mesh_parts = 100'000'000;

// Throws ShapeError if `more` vertices or triangles are too many.
void require_capacity(const TriangleMesh& mesh, std::size_t more, std::string_view name);

TriangleMesh parse_stl(std::string_view content, std::string_view name);  // text or binary
TriangleMesh parse_obj(std::string_view content, std::string_view name);
TriangleMesh parse_ply(std::string_view content, std::string_view name);  // text or binary

}  // namespace talus
