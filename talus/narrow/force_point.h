// The point, direction and depth of the force of an overlapping pair, such that the force is the
// derivative of an energy and moves continuously.
//   smooth body with smooth or flat body   the contact normal, the middle of the overlap, the
//       depth
//   polyhedra with each other and with half-spaces   the smooth depth (rounded_maximum.h,
//       polyhedron_polyhedron/blended_depth.h), since the depth itself has kinks wherever a block
//       comes to rest and where another pair of features takes over
//   flat superquadrics with each other, with round superquadrics, polyhedra and half-spaces   the
//       bulged depth (flat_superquadric/bulged_depth.h), since the deepest point runs across a side
//       that is nearly level
#pragma once

#include <span>

#include "talus/narrow/contact.h"
#include "talus/narrow/flat_superquadric/bulged_start.h"

namespace talus {

struct ForcePoint {
  Vec3<double> point{}, normal{};  // normal from a to b
  double depth{};                  // of which the energy is a function
  double slope = 1.0;       // of the depth as the bodies approach: force = slope * d energy/d depth
  double spread_squared{};  // of the patch, see below; 0: a point. Dashpots spread over it damp
                            // rocking.
  double patch_arm{};       // mean arm of friction about the normal (rounded_maximum.h); 0: a point
  double twist{};           // couple about the normal over the force, length
};

// The squared spread of a patch with this smaller second moment m2 of its vertices. Rocking on the
// patch has the stiffness 15 F m2 / depth (rounded_depth.h), 10 m2 times that of approach under
// Hertz's law; it has the damping ratio of approach if dashpots are spread over sqrt(10 m2) times
// the radius of gyration, which is taken as that of the vertices. With less, friction at the centre
// of pressure of a block that spins on its face feeds its rocking until it chatters. An edge has no
// spread, so that a block tips over its edge freely.
inline double spread_squared(double smaller_moment) { return 3.1622776601683793 * smaller_moment; }

// For a result of contact() with an overlap, in world coordinates.
ForcePoint force_point(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                       const Pose<double>& pose_b, const Contact<double>& contact);

// For results of contact() of pairs of superquadrics: the bits of force_point(), faster. Of pairs
// whose force is that of the contact only the slope is set, to 1; those without an overlap are left
// out. `starts`: of each pair, from its last call; or empty. With them the points differ from those
// of force_point() by what BulgedDepthLimits::warm_on_line allows.
void superquadric_force_points(std::span<const PairQuery> pairs,
                               std::span<const Contact<double>> contacts,
                               std::span<ForcePoint> points, std::span<BulgedStart> starts = {});

// For results of contact() of pairs of polyhedra: the bits of force_point(), faster. Those without
// an overlap are left out.
void polyhedron_force_points(std::span<const PairQuery> pairs,
                             std::span<const Contact<double>> contacts,
                             std::span<ForcePoint> points);

// Whether one of the bodies is a superquadric with flat sides (flat_superquadric/bulged_depth.h):
// force_point() is not the contact's middle then.
bool has_flat_superquadric(const Shape& a, const Shape& b);

}  // namespace talus
