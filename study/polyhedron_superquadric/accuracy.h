// Beyond the paper: spheres, ellipsoids and blocky superquadrics on cubes and random polyhedra, at
// known distances. How often the case is wrong, and what depth and normal are worth against the
// minimum translation.
#pragma once

#include <nlohmann/json.hpp>

namespace study {

nlohmann::json run_accuracy(int pairs, std::uint64_t seed);

}  // namespace study
