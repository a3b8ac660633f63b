// The pairs of a body file as an HDF5 file (docs/formats.md).
#pragma once

#include <filesystem>

#include "talus/pairs.h"

namespace talus {

// Bodies in a box with one corner at the origin, periodic in all directions. Throws Hdf5Error.
void write_pairs(const std::filesystem::path& file, const broad::PairList& pairs,
                 std::size_t body_count, const Vec3<double>& box_lengths,
                 const BodyPairSettings& settings);

}  // namespace talus
