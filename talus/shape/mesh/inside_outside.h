// The inside-outside function of a mesh: the exact signed distance to its facets, negative
// inside, and its gradient.
#pragma once

#include "talus/shape/mesh/nearest.h"

namespace talus {

template <class T>
TALUS_HD T inside_outside(const MeshView<T>& body, const Vec3<T>& x) {
  return project_to_surface(body, x, infinity_of<T>()).distance;
}

template <class T>
TALUS_HD Vec3<T> inside_outside_gradient(const MeshView<T>& body, const Vec3<T>& x) {
  return project_to_surface(body, x, infinity_of<T>()).normal;
}

}  // namespace talus
