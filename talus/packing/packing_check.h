// Validation and body counts of a packing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "talus/packing.h"

namespace talus {

// Throw PackingError for no part at all, a share that is not positive and a shape without a volume.
std::vector<double> volumes_of(const std::vector<PackingPart>& parts);
double mean_volume(const std::vector<PackingPart>& parts);

// `count` bodies in the given shares: whole numbers first, what is left to the largest remainders.
std::vector<std::int64_t> apportioned(std::span<const double> shares, std::int64_t count);

// The fewest bodies in the given shares whose volumes add up to `volume` at least. Throws
// PackingError for more than 100 million.
std::vector<std::int64_t> fewest_filling(std::span<const double> shares,
                                         std::span<const double> volumes, double volume);

}  // namespace talus
