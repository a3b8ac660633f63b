// The fast contact set: the vertices of either surface inside the other body, each with its depth,
// its direction and its share of the surface (P4, section 5: the point tests, with the interpolated
// distance in place of the facets of one cell).
//
// Vertices are numbered by cell and cells in scan-line order, so the vertices of a zone in one
// prism are one run of memory. A point costs one transformation, three floors and one lookup unless
// it is inside. What a vertex does not tell (a facet pierced by nothing but an edge, areas where
// facets are larger than cells) is contact_set.h's to find, at some fifty times the price.
//
// Warm: the vertices that are near the other body are remembered, with the pose at which they were
// listed. As long as no point of the bodies can have moved farther than the margin of the list,
// nothing else can be inside, and only they are asked. The answer is the same as a cold one.
#pragma once

#include "talus/narrow/dfr_dfr/contact_set.h"
#include "talus/shape/dfr/support.h"

namespace talus::dfr_dfr {

template <class T>
TALUS_HD bool point_inside(const DfrView<T>& source, int v, const DfrView<T>& target,
                           const RelativePose<T>& source_in_target, Piece<T>& piece) {
  const Vec3<T> own = source.vertex(v), p = source_in_target.point_to_a(own);
  const DfrIndex w = cell_of(target, p);
  if (stencil_entry(target, w) == dfr_external) return false;
  const DfrSample<T> at = sample_in_cell(target, w, p);
  if (!(at.distance < T(0))) return false;
  piece = {};
  piece.centroid = piece.deepest = own;
  piece.outward = source.vertex_normal[v];
  piece.normal = at.gradient;
  piece.area = source.vertex_area[v];
  piece.depth = -at.distance;
  piece.depth_integral = piece.area * piece.depth;
  piece.facet = v;
  return true;
}

// The two convex hulls overlap between two planes at right angles to any direction: one pair of
// planes more for the zones. The line of centres is a good direction for bodies that touch.
template <class T>
struct Slab {
  Vec3<T> normal{};  // from A to B, A's frame
  T low{}, high{};
};

template <class T>
TALUS_HD Slab<T> slab_between(const DfrView<T>& a, const DfrView<T>& b,
                              const RelativePose<T>& b_in_a, const T& margin) {
  const Vec3<T> line = b_in_a.point_to_a(b.sphere.centre) - a.sphere.centre;
  const T length = norm(line);
  if (!(length > T(0))) return {};
  const Vec3<T> n = line / length;
  const T high = support_value(a, n);
  const T low = dot(n, b_in_a.translation) - support_value(b, -b_in_a.direction_to_b(n));
  return {n, low - margin, high + margin};
}

// The zones of both bodies and where the other one is.
template <class T>
struct PointZones {
  bool meet{};
  ZoneIndexSet a{}, b{};
  Surroundings<T> of_a{}, of_b{};
};

template <class T>
TALUS_HD PointZones<T> point_zones(const DfrView<T>& a, const DfrView<T>& b,
                                   const RelativePose<T>& b_in_a, const T& margin) {
  const Vec3<T> all{margin, margin, margin};
  const Zones<T> zones = clip_zones({a.box.lower - all, a.box.upper + all},
                                    {b.box.lower - all, b.box.upper + all}, b_in_a);
  if (is_empty(zones.a)) return {};
  const Slab<T> slab = slab_between(a, b, b_in_a, margin);
  if (slab.low > slab.high) return {};
  PointZones<T> result{true, index_set(a, zones.a, margin), index_set(b, zones.b, margin),
                       sphere_in(b_in_a, b.sphere, margin),
                       sphere_in(inverse(b_in_a), a.sphere, margin)};
  const T shift = dot(slab.normal, b_in_a.translation);
  result.of_a.normal = slab.normal, result.of_a.low = slab.low, result.of_a.high = slab.high;
  result.of_b.normal = b_in_a.direction_to_b(slab.normal);
  result.of_b.low = slab.low - shift, result.of_b.high = slab.high - shift;
  return result;
}

// Calls visit(vertex) for the source's vertices in the zone.
template <class T, class Visit>
TALUS_HD void for_vertices(const DfrView<T>& source, const ZoneIndexSet& zone,
                           const Surroundings<T>& target, Visit visit) {
  for_boundary_rows(source, zone, target, [&](int first, int last) {
    const int end = source.descriptor[last + 1].first_vertex;
    for (int v = source.descriptor[first].first_vertex; v < end; ++v) visit(v);
  });
}

// Cold.
template <class T, class Sink>
TALUS_HD void find_contact_points(const DfrView<T>& a, const DfrView<T>& b,
                                  const RelativePose<T>& b_in_a, Sink& sink) {
  const RelativePose<T> a_in_b = inverse(b_in_a);
  const PointZones<T> zones = point_zones(a, b, b_in_a, T(4) * (a.rounding + b.rounding));
  if (!zones.meet) return;
  for_vertices(a, zones.a, zones.of_a, [&](int v) {
    Piece<T> piece;
    if (point_inside(a, v, b, a_in_b, piece)) sink.add(in_frame_of_a(piece, false, b_in_a));
  });
  for_vertices(b, zones.b, zones.of_b, [&](int v) {
    Piece<T> piece;
    if (point_inside(b, v, a, b_in_a, piece)) sink.add(in_frame_of_a(piece, true, b_in_a));
  });
}

// What a caller keeps of a pair between queries; any contents are safe for the two bodies for which
// they were made.
template <class T>
struct NearVertices {
  std::int32_t* vertex[2]{};  // storage of A's and B's
  int capacity{};             // of each
  int count[2]{};
  T margin{};  // 0: nothing is known
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
TALUS_HD bool is_near(const DfrView<T>& target, const Vec3<T>& p, const T& margin) {
  DfrSample<T> at;
  if (sample_distance(target, p, at)) return at.distance < T(1.7320508075688773) * margin;
  for (int k = 0; k < 8; ++k) {
    const Vec3<T> q{p.x + ((k & 1) != 0 ? margin : -margin),
                    p.y + ((k & 2) != 0 ? margin : -margin),
                    p.z + ((k & 4) != 0 ? margin : -margin)};
    if (stencil_place(target, cell_of(target, q)) >= 0) return true;
  }
  return false;
}

// Adds to the list what is near; false if it is full.
template <class T>
TALUS_HD bool list_near(const DfrView<T>& source, const ZoneIndexSet& zone,
                        const Surroundings<T>& surroundings, const DfrView<T>& target,
                        const RelativePose<T>& source_in_target, const T& margin,
                        std::int32_t* list, int capacity, int& count) {
  bool fits = true;
  for_vertices(source, zone, surroundings, [&](int v) {
    if (!is_near(target, source_in_target.point_to_a(source.vertex(v)), margin)) return;
    fits = fits && count < capacity;
    if (fits) list[count++] = v;
  });
  return fits;
}

template <class T, class Sink>
TALUS_HD void add_listed(const DfrView<T>& source, const std::int32_t* list, int count,
                         const DfrView<T>& target, const RelativePose<T>& source_in_target,
                         bool of_b, const RelativePose<T>& b_in_a, Sink& sink) {
  for (int i = 0; i < count; ++i) {
    Piece<T> piece;
    if (point_inside(source, list[i], target, source_in_target, piece)) {
      sink.add(in_frame_of_a(piece, of_b, b_in_a));
    }
  }
}

// Makes the list anew for motions of up to a quarter of a cell; false if it does not fit its
// storage, and nothing is known then.
template <class T>
TALUS_HD bool list_near_vertices(const DfrView<T>& a, const DfrView<T>& b,
                                 const RelativePose<T>& b_in_a, NearVertices<T>& near) {
  const auto smallest = [](const Vec3<T>& h) { return smaller(h.x, smaller(h.y, h.z)); };
  const T margin = T(0.25) * smaller(smallest(a.cell_size), smallest(b.cell_size));
  near.count[0] = near.count[1] = 0;
  near.listed_at = b_in_a;
  near.margin = margin;
  const PointZones<T> zones = point_zones(a, b, b_in_a, margin);
  if (!zones.meet) return true;
  const bool fits = list_near(a, zones.a, zones.of_a, b, inverse(b_in_a), margin, near.vertex[0],
                              near.capacity, near.count[0]) &&
                    list_near(b, zones.b, zones.of_b, a, b_in_a, margin, near.vertex[1],
                              near.capacity, near.count[1]);
  if (!fits) near.margin = T(0);
  return fits;
}

// Warm if the list still holds; the sink gets what find_contact_points gives it, in the same order.
template <class T, class Sink>
TALUS_HD void find_contact_points(const DfrView<T>& a, const DfrView<T>& b,
                                  const RelativePose<T>& b_in_a, NearVertices<T>& near,
                                  Sink& sink) {
  const T reach = norm(a.sphere.centre) + a.sphere.radius;
  if (!(largest_motion(near.listed_at, b_in_a, reach) < near.margin) &&
      !list_near_vertices(a, b, b_in_a, near)) {
    find_contact_points(a, b, b_in_a, sink);
    return;
  }
  add_listed(a, near.vertex[0], near.count[0], b, inverse(b_in_a), false, b_in_a, sink);
  add_listed(b, near.vertex[1], near.count[1], a, b_in_a, true, b_in_a, sink);
}

}  // namespace talus::dfr_dfr
