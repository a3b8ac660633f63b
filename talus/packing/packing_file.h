// A random array as an HDF5 file (docs/formats.md), and back.
#pragma once

#include <filesystem>

#include "talus/packing/packing.h"

namespace talus {

// Both functions throw Hdf5Error; a file whose bodies are not in a cube, or were not packed, is
// refused.
void write_packing(const std::filesystem::path& file, const Packing& packing);
Packing read_packing(const std::filesystem::path& file);

}  // namespace talus
