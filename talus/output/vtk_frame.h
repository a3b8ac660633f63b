// A frame for ParaView: the bodies with their true surfaces, the walls, and the forces between
// bodies as lines.
#pragma once

#include "talus/output/frame.h"
#include "talus/output/tessellate.h"
#include "talus/output/vtk_file.h"

namespace talus {

// Polygons with the numbers body, kind (the order of Kind in talus/shape/shape.h), material, speed
// (m/s) and velocity. `surface`: of every shape.
VtkFile bodies_as_vtk(const FrameView& view, const std::vector<Surface>& surface);

// Polygons with the number of the body, or of the mesh wall counted from the number of bodies on.
VtkFile walls_as_vtk(const FrameView& view);

// Force chains: for every contact a line from the centre of a body over the contact point to the
// centre of the other; from a wall, only its half. With body_a, body_b, force (N, the magnitude, on
// lines and on points, for tubes), force_vector, overlap (m) and area (m2).
VtkFile forces_as_vtk(const FrameView& view);

}  // namespace talus
