// What a parameter study checks before its runs begin, and compares when it goes on.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "talus/scene.h"

namespace talus {

// The values of a scene file, a line each: "material[0].friction = 0.3". Equal lists mean equal
// runs: comments, spaces and the order of keys have no influence, and the name of a file is
// followed by its size and a hash of its bytes. The keys of `changes` have the value 0. Throws
// SceneError for a file that cannot be read and for a key that leads to nothing.
std::vector<std::string> scene_values(const std::filesystem::path& file,
                                      const std::vector<SceneChange>& changes);

// Reads a scene but places no grains. Throws SceneError with all errors.
void check_scene(const std::filesystem::path& file, const std::vector<SceneChange>& changes);

}  // namespace talus
