// From the triangles of a file to closed, consistently oriented shells, or one sentence why not.
//
// - Equal vertices are merged; if the surface is still open, also vertices within 1e-6 of its
//   longest side.
// - Facets with two equal corners are removed, and repeated facets: a face between two bodies goes,
//   of others one stays. Facets without area between different vertices stay, as others may be
//   connected through them.
// - Holes are refused.
// - Flipped facets are turned, by walking over shared edges; a one-sided surface is refused.
// - A shell inside another is a cavity, inside a cavity a body again, and is oriented accordingly.
// - Shells that touch along an edge are kept apart; an edge with four facets of one shell is
// refused.
#pragma once

#include <string>

#include "talus/mesh_file.h"

namespace talus {

struct OrientedMesh {
  std::vector<Vec3<double>> vertices;
  std::vector<std::array<int, 3>> triangles;  // counter-clockwise seen from outside
  std::vector<std::array<int, 3>> neighbour;  // across corner k -> next corner
  std::vector<int> shell;                     // of each triangle
  std::vector<char> turned;                   // whether it was the other way round in the source
  int shell_count = 0;
  std::vector<std::string> repairs;  // a sentence each
};

// Every shell faces outward as if it were alone. Throws ShapeError.
OrientedMesh closed_shells(const TriangleMesh& mesh);

// Turns the shells inward that lie in an odd number of others.
void turn_cavities(OrientedMesh& mesh, const std::vector<int>& depth);

// Adds the sentence on turned facets, if there are any.
void report_turned(OrientedMesh& mesh);

// Throws ShapeError for less than 1e-12 of the cube around it.
void require_volume(const OrientedMesh& mesh);

}  // namespace talus
