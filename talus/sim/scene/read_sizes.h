// The key "diameter" of grains: a number or a distribution of sizes, as classes.
#pragma once

#include <filesystem>
#include <vector>

#include "talus/packing.h"
#include "talus/sim/scene/section.h"

namespace talus::scene {

// Empty if the key is missing or wrong. Files of curves are relative to the folder.
std::vector<SizeClass> read_sizes(Section& section, const std::filesystem::path& folder);

}  // namespace talus::scene
