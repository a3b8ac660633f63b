// Triangle meshes from STL and PLY (text and binary) and OBJ files, and their convex hulls.
//
// A reader of our own because the kept ones (assimp) store coordinates as float, which would move
// the corners of an OBJ file or a text STL by 1e-7 and break every plane through more than three of
// them.
#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include "talus/shape/polyhedron.h"

namespace talus {

struct TriangleMesh {
  std::vector<Vec3<double>> vertices;         // STL: equal corners are one vertex
  std::vector<std::array<int, 3>> triangles;  // OBJ, PLY: polygons are cut into fans
};

// The extension gives the format, .stl, .obj or .ply in any case. Throws ShapeError with the
// file and the line (text) or triangle (binary), for a file that cannot be opened as well.
TriangleMesh read_mesh_file(const std::filesystem::path& path);

// Signed volume within the triangles, positive if they are counter-clockwise seen from outside.
// Means something only for a closed surface.
double enclosed_volume(const TriangleMesh& mesh);

// Every edge is shared by two triangles that run through it in opposite directions.
bool is_closed(const TriangleMesh& mesh);

struct MeshHull {
  Polyhedron polyhedron;  // the convex hull of all vertices
  bool closed{};          // whether the mesh is a closed surface
  bool convex{};          // closed, and encloses the volume of its hull to 1e-6 (STL holds floats)
  double mesh_volume{};   // what the mesh encloses, if closed
};

MeshHull polyhedron_from_mesh(const TriangleMesh& mesh);
MeshHull polyhedron_from_mesh_file(const std::filesystem::path& path);

}  // namespace talus
