// Detection of bodies that pass a mesh wall. A wall has no inside: the force on a body whose centre
// is beyond it acts outward, so that no force and no overlap reports the passage.
//
// The centre of mass passes a wall if its path in a step, seen from the wall, crosses a triangle,
// or the true surface of a round wall. All bodies near a wall are tested: the contacts of a
// polyhedron fade as its centre comes close to the wall, so their depth does not show a passage.
//
// The triangles to test are those near the body in the neighbour list: boxes are enlarged by at
// least the path of one step (skin_table.cpp), so they hold the place before the step, too.
#pragma once

#include <cstdint>
#include <span>

#include "talus/shape/triangle_wall.h"
#include "talus/sim/loop/chunk_contacts.h"

namespace talus {

// Whether the segment crosses one of the triangles; touching it with its end counts, with its start
// does not.
bool crosses(const TriangleWall& wall, std::span<const std::int32_t> triangles,
             const Vec3<double>& from, const Vec3<double>& to);

// Whether body a of a pair with a mesh wall passed it in the last step. A body whose centre of mass
// is outside of it, such as a ring, does not.
bool passed_wall(const ChunkContacts& c, std::size_t k, const PairBodies& p);

}  // namespace talus
