// The constants of every pair of materials (talus/physics/met_materials.h).
#pragma once

#include <vector>

#include "talus/material.h"
#include "talus/physics/met_materials.h"

namespace talus {

// By pair, material a times their number plus material b; `rolls` says whether any resists rolling.
// Throws SimulationError naming the material and the value that is out of bounds.
std::vector<MetMaterials> meet_materials(const MaterialTable& table, bool& rolls);

}  // namespace talus
