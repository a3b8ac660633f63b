// Rims and ridges of a wall inside a mesh: lines without a thickness behind them. The depth
// of a point of a line is its distance from the surface of the mesh (mesh_convex/point_depth.h),
// and that of all lines together is smooth_depth.h's, with integrals of its powers along the lines:
// sums over points that do not move, so that forces and torques are derivatives of an energy.
//
// Each line has a contact of its own, with the common depth and a part of the common energy.
#pragma once

#include "talus/narrow/body_mesh_wall/wall_query.h"

namespace talus::body_mesh_wall {

// Appends the contacts with the creases of scratch.crease.
void add_crease_contacts(WallQuery& query, const MeshView<double>& mesh, WallScratch& scratch);

}  // namespace talus::body_mesh_wall
