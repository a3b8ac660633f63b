// Which feature of a polyhedron touches a plane.
#pragma once

#include "talus/narrow/patch.h"
#include "talus/shape/polyhedron_view.h"

namespace talus::polyhedron_polyhedron {

// The feature of the body in its supporting plane with normal n: by the number of edges at the
// support vertex that are inclined to the plane by less than `flat` (radian).
template <class T>
TALUS_HD ContactFeature feature_facing(const PolyhedronView<T>& body, const Vec3<T>& n,
                                       const T& flat) {
  const int top = support_vertex(body, n);
  int edges = 0;
  for (int k = body.neighbour_start[top]; k < body.neighbour_start[top + 1]; ++k) {
    const Vec3<T> edge = body.vertex(top) - body.vertex(body.neighbour[k]);
    if (!(dot(n, edge) > flat * norm(edge))) ++edges;
  }
  return edges == 0 ? ContactFeature::vertex
                    : (edges == 1 ? ContactFeature::edge : ContactFeature::face);
}

}  // namespace talus::polyhedron_polyhedron
