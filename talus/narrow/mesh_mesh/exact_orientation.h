// The sign of the volume of a tetrahedron whose corners belong to two bodies A and B, exactly, and
// never zero where it can be avoided: B counts as moved by an infinitesimal (e, e^2, e^3), so that
// no corner lies in a plane and no two edges meet (simulation of simplicity: Edelsbrunner and
// Muecke, ACM Trans. Graphics 9, 1990, 66). All answers are those of one such position, which
// makes them consistent with each other, whatever the degeneracy: the curves in which two closed
// surfaces cross are closed.
//
// Zero remains for a triangle without area, and for parallel edges in one plane, which no
// translation of B makes cross. Neither is ever needed: a segment that is parallel to an edge of a
// triangle has both ends on one side of its plane.
#pragma once

#include "talus/math/vec3.h"

namespace talus::mesh_mesh {

// Of det(a - p, b - p, c - p): -1, 0 or 1. By double precision if its error bound allows (J. R.
// Shewchuk, Discrete Comput. Geom. 18, 1997, 305), else by expansions.
int exact_orientation(const Vec3<double>& p, const Vec3<double>& a, const Vec3<double>& b,
                      const Vec3<double>& c);

// On which side of the plane of a triangle of A, counter-clockwise from above, a point of B is.
int side_of_a(const Vec3<double> (&triangle)[3], const Vec3<double>& point_of_b);

// The same of a triangle of B and a point of A.
int side_of_b(const Vec3<double> (&triangle)[3], const Vec3<double>& point_of_a);

// On which side the line from p0 to p1, an edge of A, passes the edge from q0 to q1 of B: the sign
// of (p1 - p0) . ((q0 - p0) x (q1 - p0)).
int side_of_edges(const Vec3<double>& p0, const Vec3<double>& p1, const Vec3<double>& q0,
                  const Vec3<double>& q1);

}  // namespace talus::mesh_mesh
