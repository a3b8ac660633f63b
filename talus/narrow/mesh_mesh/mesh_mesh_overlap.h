// The contact of two meshes by the exact surface of their overlap: the deepest contact, or the
// closest approach.
//
// Overlapping: the point of either surface that is deepest in the other body, depth being the
// distance to the nearest point of the other's surface (Definition::deepest_contact). All crossings
// of edges with facets are found, so that no overlap is missed, however thin, and the depth does
// not depend on the cells: exact for bodies of flat faces (overlap_depth.h). Of two convex bodies
// the depth is at most the minimum translation: a ball of that radius around the point fits into
// the other body, so the Minkowski difference holds such a ball around the origin. The two are
// equal where a vertex enters through one face.
//
// `upper` is the distance, which two points of the bodies attain. `lower` is the gap of the convex
// hulls along the normal: far away for interlocked bodies, and equal to the distance for many pairs
// that are not, which is then proven.
//
// Host code, unlike the kernels: the curves of an overlap need memory, which a thread keeps.
#pragma once

#include "talus/contact.h"
#include "talus/math/pose.h"
#include "talus/shape/mesh/view.h"

namespace talus::mesh_mesh {

Contact<double> overlap_contact(const MeshView<double>& a, const MeshView<double>& b,
                                const RelativePose<double>& b_in_a,
                                const Settings<double>& settings, Cache<double>& cache);

}  // namespace talus::mesh_mesh
