// The facet of a mesh nearest to a convex body: depth first through the tree of boxes, the
// nearest child first. A box counts as the sphere around it, whose distance to the convex body is
// at least that of its centre less its radius; the gap of the bounding spheres excludes most
// boxes; the distance of the centre is evaluated for the rest. A facet is a triangle body.
#pragma once

#include "talus/narrow/convex_convex/convex_convex_gjk_expansion.h"
#include "talus/narrow/mesh_convex/triangle_body.h"
#include "talus/narrow/mesh_mesh/mesh_mesh_closest.h"

namespace talus::mesh_convex {

// The contact of a convex body with one facet, in its frame.
template <class T, class Convex>
TALUS_HD Contact<T> facet_contact(const Convex& a, const MeshView<T>& b,
                                  const RelativePose<T>& b_in_a, int facet,
                                  const Settings<T>& settings) {
  Cache<T> cache;
  const TriangleBody<T> triangle{{b.corner(facet, 0), b.corner(facet, 1), b.corner(facet, 2)}};
  return convex_convex::gjk_expansion(a, triangle, b_in_a, settings, cache);
}

// The signed distance of a convex body to a point in its frame, as a contact from the point to it.
template <class T, class Convex>
TALUS_HD Contact<T> point_contact(const Convex& a, const Vec3<T>& p, const Settings<T>& settings) {
  Cache<T> cache;
  const RelativePose<T> a_from_point{identity_matrix<T>(), -p};
  return convex_convex::gjk_expansion(Sphere<T>{T(0)}, a, a_from_point, settings, cache);
}

template <class T>
struct NearestFacet {
  Contact<T> contact;
  int facet = -1;
};

// Ends at the first facet that is not separated.
template <class T, class Convex>
TALUS_HD NearestFacet<T> nearest_facet(const Convex& a, const MeshView<T>& b,
                                       const RelativePose<T>& b_in_a, const Settings<T>& settings) {
  struct Entry {
    T gap;
    mesh_mesh::TreeNodeRef<T> ref;
  };
  Entry stack[3 * mesh_tree_levels + 4];
  int count = 0;
  NearestFacet<T> best;
  best.contact.distance = infinity_of<T>();
  const BoundingSphere<T> ball = bounding_sphere(a);
  stack[count++] = {T(0),
                    {{b_in_a.point_to_a(b.sphere.centre), b.sphere.radius}, b.tree.height - 1, 0}};
  while (count > 0) {
    const Entry entry = stack[--count];
    if (entry.gap >= best.contact.distance) continue;
    if (entry.ref.level < 0) {
      const Contact<T> c = facet_contact(a, b, b_in_a, entry.ref.number, settings);
      ++best.contact.iterations;
      if (c.distance < best.contact.distance || best.facet < 0) {
        const int iterations = best.contact.iterations;
        best = {c, entry.ref.number};
        best.contact.iterations = iterations;
      }
      if (c.status != Status::separated) return best;
      continue;
    }
    mesh_mesh::TreeNodeRef<T> child[4];
    const int children = mesh_mesh::children_of<T>(b.tree, entry.ref, &b_in_a, child);
    const int first = count;
    for (int c = 0; c < children; ++c) {
      const BoundingSphere<T>& sphere = child[c].sphere;
      T gap = mesh_mesh::gap_of(ball, sphere);
      if (gap >= best.contact.distance) continue;
      gap = larger(gap, point_contact(a, sphere.centre, settings).lower - sphere.radius);
      if (gap >= best.contact.distance) continue;
      int slot = count++;
      for (; slot > first && stack[slot - 1].gap < gap; --slot) stack[slot] = stack[slot - 1];
      stack[slot] = {gap, child[c]};
    }
  }
  return best;
}

}  // namespace talus::mesh_convex
