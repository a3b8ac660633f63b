// Volumes in TIFF files, as tomography writes them: one greyscale page per slice.
#pragma once

#include "talus/mesh_file.h"

namespace talus {

// x along the rows, y from row to row, z from page to page; 8, 16 or 32 bits per voxel, integers or
// floats, any compression that libtiff knows, in strips. Spacing 1. Throws ShapeError, naming the
// page, for colours, tiles, pages of different sizes and files that end early.
VoxelVolume read_tiff_volume(const std::filesystem::path& path);

}  // namespace talus
