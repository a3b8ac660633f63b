// Point classification by the Cyrus-Beck test (P4, sections 1.3.1 and 5.4): a point is in a convex
// body if it is behind every facet. Two versions:
//   as in the paper: an unstructured list of polygons, the normal of each from its corners, and
//   every one is checked, in front of which the point may be (the paper's times grow by the same
//   6 microseconds per facet from the first line of Table 3 to the last);
//   at its best: planes prepared beforehand, up to the first that the point is in front of.
#pragma once

#include "talus/mesh_file.h"

namespace study {

struct Plane {
  talus::Vec3<double> normal;
  double offset;
};

struct FacetList {
  explicit FacetList(const talus::TriangleMesh& source) : mesh(source) {
    for (const auto& t : mesh.triangles) {
      const talus::Vec3<double>& a = mesh.vertices[t[0]];
      const talus::Vec3<double> n =
          normalized(cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a));
      planes.push_back({n, dot(n, a)});
    }
  }

  talus::TriangleMesh mesh;
  std::vector<Plane> planes;
};

inline bool inside_polygons(const FacetList& body, const talus::Vec3<double>& p) {
  bool inside = true;
  for (const auto& t : body.mesh.triangles) {
    const talus::Vec3<double>& a = body.mesh.vertices[t[0]];
    const talus::Vec3<double> normal =
        cross(body.mesh.vertices[t[1]] - a, body.mesh.vertices[t[2]] - a);
    inside &= dot(normal, p - a) <= 0.0;
  }
  return inside;
}

inline bool inside_planes(const FacetList& body, const talus::Vec3<double>& p) {
  for (const Plane& plane : body.planes) {
    if (dot(plane.normal, p) > plane.offset) return false;
  }
  return true;
}

}  // namespace study
