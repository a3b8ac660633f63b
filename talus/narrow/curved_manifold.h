// The contact manifold of a pair with a curved body, from shapes and poses in world coordinates:
// the part of manifold() that is not about two polyhedra. Definition:
// convex_convex/convex_contact_patch.h.
#pragma once

#include <optional>

#include "talus/narrow/manifold.h"

namespace talus {

// None unless the kinds have one (has_manifold) and one is not a polyhedron.
std::optional<Manifold> curved_manifold(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                                        const Pose<double>& pose_b, const Contact<double>& contact,
                                        const ManifoldSettings<double>& settings);

}  // namespace talus
