// A superquadric and a planar wall: P2 section 2.1 (Podlozhnyuk et al. 2017), in closed form
// (superquadric_potential/published/wall_point.h).
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/closed_form_contact.h"
#include "talus/narrow/superquadric_potential/published/wall_point.h"
#include "talus/narrow/trace.h"
#include "talus/shape/half_space.h"

namespace talus::superquadric_half_space {

template <class T>
struct WallStep {
  Vec3<T> x;  // X, in the frame of A
  T gap;      // distance of the plane from X, along n
};

template <class T, class Trace>
TALUS_HD Contact<T> trace_superquadric_wall(const Superquadric<T>& a, const HalfSpace<T>& b,
                                            const RelativePose<T>& b_in_a, const Settings<T>&,
                                            Trace& trace) {
  const Vec3<T> inward = -(b_in_a.rotation * b.normal);
  const T plane = dot(inward, b_in_a.translation) - b.offset;  // inward . x >= plane is solid
  const Vec3<T> x = superquadric_potential::wall_point(a, inward);
  const T gap = plane - dot(inward, x);
  trace(WallStep<T>{x, gap});
  const T size = max_norm(b_in_a.translation) + absolute(b.offset) + max_norm(a.semi_axes);
  return closed_form_contact(inward, gap, x, size);
}

template <class T>
TALUS_HD Contact<T> superquadric_wall(const Superquadric<T>& a, const HalfSpace<T>& b,
                                      const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                      Cache<T>&) {
  Silent silent;
  return trace_superquadric_wall(a, b, b_in_a, settings, silent);
}

}  // namespace talus::superquadric_half_space
