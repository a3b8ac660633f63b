// What is checked and computed of a packing before the first body is placed.
#pragma once

#include <vector>

#include "talus/sim/packing.h"

namespace talus {

// Throw PackingError for no part at all, a share that is not positive and a shape without a volume.
std::vector<double> volumes_of(const std::vector<PackingPart>& parts);
double mean_volume(const std::vector<PackingPart>& parts);

}  // namespace talus
