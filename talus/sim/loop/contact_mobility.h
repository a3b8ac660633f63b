// How much more mobile than a ball a body is at its surface, for the time step.
//
// A force F along the normal n at a point r from the centre of mass accelerates that point along n
// by F (1 + lever) / m, with the lever of one body (talus/physics/lever.h), which is 0 for a ball,
// 3 at the corner of a cube's face and at the end of a rod, 20/3 for a tetrahedron and 6 for a thin
// plate. A contact of stiffness k there oscillates with omega^2 = k (1 + lever) / m.
#pragma once

#include "talus/physics/contact_material.h"
#include "talus/physics/law/law.h"
#include "talus/sim/loop/body_type.h"

namespace talus {

// The lever at a point of the shape's frame with the unit normal n.
double lever_at(const BodyType& type, const Vec3<double>& point, const Vec3<double>& n);

// The factor by which contacts of this body are quicker than those of a ball of its mass and
// volume. `material` is that of the body's contacts with its like.
//
// - Polyhedra: 1 + lever, the largest of all points and normals. At a vertex v the lever is a
//   quadratic form of n whose maximum among all directions is perpendicular to v. The normals at v
//   have n . v > 0 about the centre of mass, so that the largest lever is at the border of the cone
//   of normals, which are the arcs between the normals of two faces at an edge; there it is an
//   eigenvalue of a 2 x 2 matrix.
// - Meshes: likewise, of the edges that stick out.
// - Ellipsoids and superquadrics: stiffness times (1 + lever), the largest of a search over the
//   surface, since both change along it: a flat side is stiffer than the ball, by the law and
//   effective_radius.h, and its rim has a lever. Spheres have tangential oscillations that are
//   sphere_tangential_factor times as quick, in omega^2, which the limits of the time step allow
//   for; only what exceeds them counts. Flat sides rock as those of polyhedra do, so that the
//   allowance vanishes with the flatness of a superquadric.
// - Polyhedra under a law of the overlap volume: VolumeLaw::face_factor, without a lever, since the
//   force of a face acts near its middle and the stiffness of corners is far below.
double mobility_factor(const BodyType& type, const Law& law, const ContactMaterial& material);

// omega^2 of the tangential spring of a sphere over that of the normal one: k_t/k_n (1 + m R^2/I)
// with I = 2/5 m R^2 and k_t/k_n = 2 (1 - nu) / (2 - nu) = 0.857 for Poisson's ratio 1/4.
inline constexpr double sphere_tangential_factor = 3.0;

}  // namespace talus
