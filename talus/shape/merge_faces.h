// Gathers the triangles of a hull into its true faces.
//
// The corners of a body are rounded to doubles, so the four corners of a rotated cube's face do not
// lie in one plane: the exact hull splits that face into triangles that differ by the rounding,
// some 1e-16 of the body's size. A face is therefore a set of triangles whose corners all lie
// within 1e-14 of the body's size below one supporting plane: well above the rounding, and far
// below the accuracy promised for contacts of polyhedra (1e-13).
#pragma once

#include <span>
#include <vector>

#include "talus/shape/face_normal.h"
#include "talus/shape/triangulated_hull.h"

namespace talus {

inline constexpr double coplanar_tolerance = 1e-14;  // of the body's size

struct PolygonFaces {
  std::vector<int> start;     // face f has the corners [start[f], start[f + 1])
  std::vector<int> corner;    // counter-clockwise seen from outside; the lowest index first
  std::vector<int> triangle;  // face -> the triangle that it is, -1 if it is several
};

// normals[t] is that of triangle t, tolerance a length. Every face is a topological disc with a
// simple boundary, whatever the input.
PolygonFaces merge_faces(std::span<const Vec3<double>> points,
                         std::span<const HullTriangle> triangles,
                         std::span<const FaceNormal> normals, double tolerance);

}  // namespace talus
