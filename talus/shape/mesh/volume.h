// Voxel data from tomography: values on a regular grid, and the body where they are at least a
// threshold (or below it). Between voxel centres the value is interpolated, and outside the volume
// there is nothing, so that a grain that is cut by the border is closed there.
#pragma once

#include <filesystem>

#include "talus/shape/mesh/mesh.h"

namespace talus {

inline constexpr int most_voxels_along = 1022;  // an axis: with the border 1024 nodes

struct VoxelVolume {
  int size[3]{};  // voxels along x (fastest), y, z
  Vec3<double> spacing{1.0, 1.0, 1.0};
  Vec3<double> origin{};  // the centre of the first voxel
  std::vector<float> values;
};

// NRRD (.nrrd with its data, .nhdr with the data in another file): three dimensions, scalar values,
// encoding raw or ascii; spacings or space directions along the axes. TIFF (.tif, .tiff): one grey
// page per slice (volume_tiff.h). Throws ShapeError.
VoxelVolume read_volume_file(const std::filesystem::path& path);

// Plain numbers of the given NRRD type ("uint8", "uint16", "float", ...), x fastest, little-endian.
VoxelVolume read_raw_volume(const std::filesystem::path& path, const int (&size)[3],
                            const std::string& type, const Vec3<double>& spacing);

struct Threshold {
  double value = 0.5;
  bool body_is_below = false;
};

// Halfway between the smallest and the largest value.
double middle_value(const VoxelVolume& volume);

// The cells are those of the voxels; options.cells is not used. Without report().error.
Mesh make_mesh(const VoxelVolume& volume, const Threshold& threshold,
               const MeshOptions& options = {});

}  // namespace talus
