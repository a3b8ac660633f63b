// The scene that talus init writes: grains of every kind fall into a box.
#pragma once

#include <string>

namespace talus {

// TOML with comments; it names the mesh file.
std::string example_scene();

// A concave grain, seven cubes in the shape of a jack, as text STL.
inline constexpr const char* example_mesh_file = "jack.stl";
std::string example_mesh();

}  // namespace talus
