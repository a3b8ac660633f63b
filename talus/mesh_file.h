/// @file
/// Triangle meshes from STL and PLY (text and binary) and OBJ files, voxel volumes from tomography,
/// and bodies made of them. All functions may be called from several threads at once.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "talus/shape.h"

namespace talus {

/// Reads a triangle mesh. Equal corners of an STL file become one vertex; polygons of OBJ and PLY
/// files are cut into fans. Coordinates are read in double precision.
/// @param path The extension chooses the format: .stl, .obj or .ply in any case.
/// @return The mesh, in the unit of the file.
/// @throws ShapeError with the file and the line (text) or triangle (binary), also for a file that
///   cannot be opened.
TriangleMesh read_mesh_file(const std::filesystem::path& path);

/// @param mesh A closed surface; of an open one the result means nothing.
/// @return Enclosed volume, length^3, positive if triangles are counter-clockwise from outside.
double enclosed_volume(const TriangleMesh& mesh);

/// @param mesh Any mesh.
/// @return Whether every edge is shared by two triangles that traverse it in opposite directions.
bool is_closed(const TriangleMesh& mesh);

/// The convex hull of a mesh, and how it differs from the mesh.
struct MeshHull {
  Polyhedron polyhedron;  ///< Convex hull of all vertices.
  bool closed{};          ///< The mesh is a closed surface.
  bool convex{};          ///< It is closed and has the volume of its hull to 1e-6.
  double mesh_volume{};   ///< Enclosed by the mesh if it is closed, length^3.
};

/// @param mesh Any mesh with a hull that make_polyhedron accepts.
/// @return The convex hull of its vertices.
/// @throws ShapeError as make_polyhedron does.
MeshHull polyhedron_from_mesh(const TriangleMesh& mesh);

/// @param path As for read_mesh_file.
/// @return The convex hull of the vertices in the file.
/// @throws ShapeError as read_mesh_file and make_polyhedron do.
MeshHull polyhedron_from_mesh_file(const std::filesystem::path& path);

/// Largest number of voxels along an axis.
inline constexpr int most_voxels_along = 1022;

/// Values on a regular grid, interpolated between voxel centres. There is no body outside, so that
/// a grain that the border cuts is closed there.
struct VoxelVolume {
  int size[3]{};                        ///< Voxels along x (fastest), y and z.
  Vec3<double> spacing{1.0, 1.0, 1.0};  ///< Distances between voxel centres, length.
  Vec3<double> origin{};                ///< Centre of the first voxel, in the body's frame.
  std::vector<float> values;            ///< size[0] * size[1] * size[2] values.
};

/// Reads NRRD (.nrrd with its data, .nhdr with the data in another file: three dimensions, scalar
/// values, encoding raw or ascii) or TIFF (.tif, .tiff: one grey page per slice).
/// @param path The extension chooses the format.
/// @return The volume.
/// @throws ShapeError with the file and what is wrong.
VoxelVolume read_volume_file(const std::filesystem::path& path);

/// Reads plain little-endian numbers, x fastest.
/// @param path The file.
/// @param size Voxels along x, y and z.
/// @param type NRRD name of the number type: "uint8", "uint16", "float", ...
/// @param spacing Distances between voxel centres, length.
/// @return The volume, with its first voxel at the origin.
/// @throws ShapeError with the file and what is wrong.
VoxelVolume read_raw_volume(const std::filesystem::path& path, const int (&size)[3],
                            const std::string& type, const Vec3<double>& spacing);

/// Which values of a volume are inside of the body.
struct Threshold {
  double value = 0.5;          ///< In the unit of the values.
  bool body_is_below = false;  ///< The body is where values are below, not at least, the value.
};

/// @param volume Any volume.
/// @return The value halfway between the smallest and the largest.
double middle_value(const VoxelVolume& volume);

/// A body from a volume; its cells are the voxels.
/// @param volume The voxels.
/// @param threshold Which values are inside.
/// @param options Threads; cells are not used.
/// @return The mesh; its report() has no error.
/// @throws ShapeError if the voxels do not enclose a body.
Mesh make_mesh(const VoxelVolume& volume, const Threshold& threshold,
               const MeshOptions& options = {});

}  // namespace talus
