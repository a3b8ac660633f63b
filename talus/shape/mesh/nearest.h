// The exact signed distance to the facets and the nearest point of the surface, for any point: in a
// boundary cell, deep inside or far away. The answer is that of a search over all facets; the
// interpolated distance (distance.h) is ten times faster where second order is enough.
#pragma once

#include "talus/shape/mesh/classify.h"
#include "talus/shape/mesh/tree.h"

namespace talus {

template <class T>
struct MeshProjection {
  T distance{};      // negative inside
  Vec3<T> point{};   // of the surface
  Vec3<T> normal{};  // unit, outward: the gradient of the distance
  int facet = -1;    // -1: no facet within reach
};

// The normal of a facet, averaged over the two facets of a side or over those around a corner.
template <class T>
TALUS_HD Vec3<T> surface_normal(const MeshView<T>& body, int f, int feature) {
  const MeshFacet& facet = body.facet[f];
  if (feature < 3) return body.vertex_normal[facet.vertex[feature]];
  if (feature == triangle_interior) return body.facet_plane[f].normal;
  const MeshEdge& edge = body.edge[facet.edge[feature - 3]];
  const Vec3<T> sum =
      body.facet_plane[edge.facet[0]].normal + body.facet_plane[edge.facet[1]].normal;
  const T length = norm(sum);
  return length > T(0) ? sum / length : body.facet_plane[f].normal;
}

// Nearer to the surface than this many roundings of its coordinates the normal is that of the
// facets; that of the difference of two points would be off by up to 1/1024. A choice.
inline constexpr int normal_rounding_units = 1024;

// Facets farther than `reach` are ignored; infinity_of<T>() finds the surface from anywhere.
template <class T>
TALUS_HD MeshProjection<T> project_to_surface(const MeshView<T>& body, const Vec3<T>& p,
                                              const T& reach) {
  MeshNearest<T> best;
  best.distance_squared = square(reach);
  const std::int32_t entry = stencil_entry(body, cell_of(body, p));
  if (entry >= 0) {
    const int end = body.descriptor[entry + 1].first_facet;
    for (int i = body.descriptor[entry].first_facet; i < end; ++i) {
      consider_facet(body, body.cell_facet[i], p, best);
    }
  }
  find_nearest_facet(body.tree, body, p, best);
  if (best.facet < 0) return {};
  const bool inside = entry >= 0 ? inside_boundary_cell(body, entry, p) : entry == mesh_internal;
  const T distance = square_root(best.distance_squared);
  const Vec3<T> normal = distance > T(normal_rounding_units) * body.rounding
                             ? (inside ? best.closest.point - p : p - best.closest.point) / distance
                             : surface_normal(body, best.facet, best.closest.feature);
  return {inside ? -distance : distance, best.closest.point, normal, best.facet};
}

}  // namespace talus
