// The fast contact set: the vertices of either surface inside the other body, each with its depth,
// its direction and its share of the surface (P4, section 5: the point tests, with the interpolated
// distance in place of the facets of one cell).
//
// The vertices that can be inside are found by the tree (overlap_region.h). A point costs one
// transformation, three floors and one table lookup unless it is inside. Overlaps without a vertex
// inside (a facet pierced by an edge) and areas of facets larger than cells need contact_set.h, at
// some fifty times the cost.
//
// Warm start: the vertices near the other body are cached with the pose at which they were listed.
// As long as no point of the bodies can have moved farther than the margin of the list, no other
// vertex can be inside, and only the listed ones are evaluated. The result is the same as a cold
// one.
#pragma once

#include "talus/math/constants.h"
#include "talus/narrow/mesh_mesh/contact_set.h"
#include "talus/narrow/mesh_mesh/overlap_region.h"

namespace talus::mesh_mesh {

// Vertex v of the source, inside the target, as a piece.
template <class T>
TALUS_HD Piece<T> point_piece(const MeshView<T>& source, int v, const MeshSample<T>& at) {
  Piece<T> piece;
  piece.centroid = piece.deepest = source.vertex(v);
  piece.outward = source.vertex_normal[v];
  piece.normal = at.gradient;
  piece.area = source.vertex_area[v];
  piece.depth = -at.distance;
  piece.depth_integral = piece.area * piece.depth;
  piece.facet = v;
  return piece;
}

// Gives those of the vertices that are inside to the sink.
template <class T, class Sink>
TALUS_HD void add_points(const MeshView<T>& source, const std::int32_t* vertex, int count,
                         const MeshView<T>& target, const RelativePose<T>& source_in_target,
                         bool of_b, const RelativePose<T>& b_in_a, Sink& sink) {
  for (int i = 0; i < count; ++i) {
    const Vec3<T> p = source_in_target.point_to_a(source.vertex(vertex[i]));
    const MeshIndex w = cell_of(target, p);
    if (stencil_entry(target, w) == mesh_external) continue;
    const MeshSample<T> at = sample_in_cell(target, w, p);
    if (!(at.distance < T(0))) continue;
    sink.add(in_frame_of_a(point_piece(source, vertex[i], at), of_b, b_in_a));
  }
}

// Vertices are processed in batches, test after test, so that no test has an unpredictable branch.
template <class T>
struct VertexBatch {
  static constexpr int capacity = 128;  // half a kilobyte: stays in the first-level cache
  std::int32_t vertex[capacity];
  int count{};

  // Leaves out those in cells that are wholly outside.
  TALUS_HD void keep_near(const MeshView<T>& source, const MeshView<T>& target,
                          const RelativePose<T>& source_in_target) {
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      const int v = vertex[i];
      const Vec3<T> p = source_in_target.point_to_a(source.vertex(v));
      vertex[kept] = v;
      kept += static_cast<int>(stencil_entry(target, cell_of(target, p)) != mesh_external);
    }
    count = kept;
  }
};

// Calls visit(batch) for the vertices of the source in the region, in the order of the tree. How
// far they reach along the first plane's normal; -infinity if none is in the region.
template <class T, class Visit>
TALUS_HD T for_vertices(const MeshView<T>& source, const OverlapRegion<T>& region, Visit visit) {
  const LowerBound<T>& first = region.bound[0];
  VertexBatch<T> batch;
  T highest = -infinity_of<T>();
  for_leaves_in(source, region, [&](int leaf, int end_leaf) {
    const int end = source.leaf_first_vertex[end_leaf];
    for (int i = source.leaf_first_vertex[leaf]; i < end; ++i) {
      const int v = source.leaf_vertex[i];
      const T height = dot(first.normal, source.vertex(v));
      highest = larger(highest, height);
      batch.vertex[batch.count] = v;
      batch.count += static_cast<int>(height >= first.least);
      if (batch.count < batch.capacity) continue;
      visit(batch);
      batch.count = 0;
    }
  });
  visit(batch);
  return highest >= first.least ? highest : -infinity_of<T>();
}

// Searches without a cache.
template <class T, class Sink>
TALUS_HD void find_contact_points(const MeshView<T>& a, const MeshView<T>& b,
                                  const RelativePose<T>& b_in_a, Sink& sink) {
  const RelativePose<T> a_in_b = inverse(b_in_a);
  const T margin = T(4) * (a.rounding + b.rounding);
  OverlapRegions<T> regions = overlap_regions(a, b, b_in_a, margin);
  if (!regions.meet) return;
  const T high = for_vertices(a, regions.of_a, [&](VertexBatch<T>& batch) {
    batch.keep_near(a, b, a_in_b);
    add_points(a, batch.vertex, batch.count, b, a_in_b, false, b_in_a, sink);
  });
  regions.lower_to(high, margin);
  for_vertices(b, regions.of_b, [&](VertexBatch<T>& batch) {
    batch.keep_near(b, a, b_in_a);
    add_points(b, batch.vertex, batch.count, a, b_in_a, true, b_in_a, sink);
  });
}

// The caller's cache of a pair; any contents are safe for the two bodies for which they were made.
template <class T>
struct NearVertices {
  std::int32_t* vertex[2]{};  // storage of A's and B's
  int capacity{};             // of each
  int count[2]{};
  T margin{};  // 0: the list is empty
  RelativePose<T> listed_at{};
};

// How far a point of B within `reach` of A's origin can have moved in A's frame, at most.
template <class T>
TALUS_HD T largest_motion(const RelativePose<T>& from, const RelativePose<T>& to, const T& reach) {
  // x = R' (y - t') of a fixed y moves by (R'^T - R^T)(y - t) - R'^T (t' - t).
  const Mat3<T>&m = from.rotation, &n = to.rotation;
  const T turned =
      norm_squared(n.row0 - m.row0) + norm_squared(n.row1 - m.row1) + norm_squared(n.row2 - m.row2);
  return norm(to.translation - from.translation) +
         square_root(turned) * (reach + norm(from.translation));
}

// Whether the vertex can be inside the target after a motion of at most `margin`, which is not more
// than half a cell. The interpolant changes by at most 1 along each axis, so by sqrt(3) times the
// motion, and is not negative on the border of the hull, which may be that near.
template <class T>
TALUS_HD bool is_near(const MeshView<T>& target, const Vec3<T>& p, const T& margin) {
  MeshSample<T> at;
  if (sample_distance(target, p, at)) return at.distance < T(root_3) * margin;
  for (int k = 0; k < 8; ++k) {
    const Vec3<T> q{p.x + ((k & 1) != 0 ? margin : -margin),
                    p.y + ((k & 2) != 0 ? margin : -margin),
                    p.z + ((k & 4) != 0 ? margin : -margin)};
    if (stencil_index(target, cell_of(target, q)) >= 0) return true;
  }
  return false;
}

// Adds near vertices to the list while they fit; returns the extent of the source, as for_vertices.
template <class T>
TALUS_HD T list_near(const MeshView<T>& source, const OverlapRegion<T>& region,
                     const MeshView<T>& target, const RelativePose<T>& source_in_target,
                     const T& margin, std::int32_t* list, int capacity, int& count, bool& fits) {
  return for_vertices(source, region, [&](const VertexBatch<T>& batch) {
    for (int i = 0; i < batch.count; ++i) {
      const Vec3<T> p = source_in_target.point_to_a(source.vertex(batch.vertex[i]));
      if (!is_near(target, p, margin)) continue;
      fits = fits && count < capacity;
      if (fits) list[count++] = batch.vertex[i];
    }
  });
}

// Motion for which a list of near vertices stays valid, as a part of the smallest cell. Chosen by
// measurement: a longer list costs more than a rarer rebuild saves.
inline constexpr double list_margin = 0.125;

// Lists the vertices near the other body; false if the list does not fit its storage.
template <class T>
TALUS_HD bool list_near_vertices(const MeshView<T>& a, const MeshView<T>& b,
                                 const RelativePose<T>& b_in_a, NearVertices<T>& near) {
  const auto smallest = [](const Vec3<T>& h) { return smaller(h.x, smaller(h.y, h.z)); };
  const T margin = T(list_margin) * smaller(smallest(a.cell_size), smallest(b.cell_size));
  near.count[0] = near.count[1] = 0;
  near.listed_at = b_in_a;
  near.margin = margin;
  OverlapRegions<T> regions = overlap_regions(a, b, b_in_a, margin);
  if (!regions.meet) return true;
  bool fits = true;
  const T high = list_near(a, regions.of_a, b, inverse(b_in_a), margin, near.vertex[0],
                           near.capacity, near.count[0], fits);
  regions.lower_to(high, margin);
  list_near(b, regions.of_b, a, b_in_a, margin, near.vertex[1], near.capacity, near.count[1], fits);
  if (!fits) near.margin = T(0);
  return fits;
}

// Searches with a cache; the sink gets the same pieces in the same order as without.
template <class T, class Sink>
TALUS_HD void find_contact_points(const MeshView<T>& a, const MeshView<T>& b,
                                  const RelativePose<T>& b_in_a, NearVertices<T>& near,
                                  Sink& sink) {
  const T reach = norm(a.sphere.centre) + a.sphere.radius;
  if (!(largest_motion(near.listed_at, b_in_a, reach) < near.margin) &&
      !list_near_vertices(a, b, b_in_a, near)) {
    find_contact_points(a, b, b_in_a, sink);
    return;
  }
  add_points(a, near.vertex[0], near.count[0], b, inverse(b_in_a), false, b_in_a, sink);
  add_points(b, near.vertex[1], near.count[1], a, b_in_a, true, b_in_a, sink);
}

}  // namespace talus::mesh_mesh
