// The centroid of a convex polyhedron's volume, from which P2's search takes its first direction:
// the mean of the centroids of the tetrahedra that a vertex spans with the triangles of the faces,
// weighted by their volumes. No volume is negative, so nothing cancels.
#pragma once

#include "talus/shape/polyhedron_view.h"

namespace talus::superquadric_polyhedron {

template <class T>
TALUS_HD Vec3<T> polyhedron_centroid(const PolyhedronView<T>& ph) {
  const Vec3<T> apex = ph.vertex(0);
  const auto from_apex = [&](int k) { return ph.vertex(ph.face_vertex[k]) - apex; };
  Vec3<T> sum{};
  T volume = T(0);
  for (int f = 0; f < ph.face_count; ++f) {
    const int start = ph.face_vertex_start[f], end = ph.face_vertex_start[f + 1];
    const Vec3<T> p = from_apex(start);
    for (int k = start + 1; k + 1 < end; ++k) {
      const Vec3<T> q = from_apex(k), r = from_apex(k + 1);
      const T part = dot(p, cross(q, r));  // six volumes
      volume = volume + part;
      sum = sum + part * (p + q + r);
    }
  }
  return apex + sum / (T(4) * volume);
}

}  // namespace talus::superquadric_polyhedron
