// The columns of the measures in regions, as runs write them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "talus/measure.h"
#include "talus/setup.h"

namespace talus {

// In the order of RegionQuantity: names in scenes and files.
inline constexpr std::array<std::string_view, 5> region_quantities{
    "stress", "fabric", "coordination", "porosity", "motion"};

// "pressure [Pa]"
std::vector<std::string> region_columns(RegionQuantity quantity);

// Their values now.
std::vector<double> region_values(RegionQuantity quantity, const StateView& state,
                                  const Region& region);

}  // namespace talus
