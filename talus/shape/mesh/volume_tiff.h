// Volumes in TIFF files, as tomography writes them: one greyscale page per slice.
#pragma once

#include <cstdint>

#include "talus/mesh_file.h"

namespace talus {

// x along the rows, y from row to row, z from page to page; 8, 16 or 32 bits per voxel, integers or
// floats, any compression that libtiff knows, in strips. Spacing 1. Throws ShapeError, naming the
// page, for colours, tiles, pages of different sizes and files that end early.
VoxelVolume read_tiff_volume(const std::filesystem::path& path);

// The same in this process, where a crafted file may crash libtiff; for the child process and for
// fuzzing.
VoxelVolume parse_tiff(const std::filesystem::path& path, std::uint64_t file_bytes);

}  // namespace talus
