// Adds the radii of spheres to a contact between their centres. Exact: for unit n the support
// values of a sphere and of its centre differ by the radius, so the best direction stays the same.
// `size` is the larger bounding radius.
#pragma once

#include "talus/contact.h"

namespace talus {

template <class T>
TALUS_HD Contact<T> with_margins(Contact<T> core, T margin_a, T margin_b, T size) {
  const T margin = margin_a + margin_b;
  if (!(margin > T(0))) return core;
  const T rounding = T(2) * epsilon_of<T>() * larger(absolute(core.distance), margin);
  core.distance = core.distance - margin;
  core.lower = core.lower - margin - rounding;
  core.upper = core.upper - margin + rounding;
  core.point_a = core.point_a + margin_a * core.normal;
  core.point_b = core.point_b - margin_b * core.normal;
  core.status = status_of(core, touching_width<T> * size);
  return core;
}

}  // namespace talus
