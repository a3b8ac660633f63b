// Two spheres: the distance of the centres less the radii.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/closed_form_contact.h"
#include "talus/shape/sphere.h"

namespace talus::sphere_sphere {

template <class T>
TALUS_HD Contact<T> closed_form(const Sphere<T>& a, const Sphere<T>& b,
                                const RelativePose<T>& b_in_a) {
  const T apart = norm(b_in_a.translation);
  const Vec3<T> n = apart > T(0) ? b_in_a.translation / apart : Vec3<T>{T(1), T(0), T(0)};
  return closed_form_contact(n, apart - (a.radius + b.radius), a.radius * n,
                             larger(apart, a.radius + b.radius));
}

}  // namespace talus::sphere_sphere
