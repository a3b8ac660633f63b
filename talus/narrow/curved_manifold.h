// The contact manifold of a pair with a curved body, from shapes and poses in world coordinates:
// the part of manifold() that is not about two polyhedra. What it means: convex_convex/patch.h.
#pragma once

#include <optional>

#include "talus/narrow/manifold.h"

namespace talus {

// None unless one is a sphere, ellipsoid or superquadric and the other one of these, a polyhedron
// or a half-space.
std::optional<Manifold> curved_manifold(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                                        const Pose<double>& pose_b, const Contact<double>& contact,
                                        const ManifoldSettings<double>& settings);

}  // namespace talus
