// The contact of two bodies by the discrete function representation as published (P4, J. R.
// Williams and R. O'Connor 1999, section 5), and nothing else: no tree, no distances at the nodes,
// no plane across the line of centres. Each body is the source once and the target once:
//
//   1   the bounding box of either body clipped to the other: the zones      section 5.1.1, Fig. 12
//   2   zone -> zone index set, equation (4)                                 section 5.1.2, Fig. 14
//   3a  every index triple of the set -> entry of the stencil, equation (5)  section 5.1.3
//   3b  entries that are boundary cells are kept
//   3c  of a kept cell: its points by `contains` of the target; its edges transformed into the
//   frame
//       of the target, clipped to the bounds of its hull and to one cell after the other; in each
//       cell with facets, edge against facets                                section 5.1.4, Fig. 15
//
// What the paper leaves open, and what is done here:
// - The operations in a cell are named ("point-edge and edge-edge containment tests"), not stated.
//   An edge that crosses a facet is a contact point at the crossing, with the facet's normal. Its
//   depth is that of the edge's inner end below the facet's plane: the vertex, if the target
//   contains it, else the middle of the stretch inside.
// - The edge of a facet that is in several cells counts in each cell with its part there.
// - A depth of the pair is not defined; the answer has the contact point with the largest depth.
//
// Known weaknesses (test/narrow/mesh_mesh/dfr_1999_test.cpp, study/dfr):
// - All triples of the zone index set are visited, so that the cost grows with the volume of the
//   overlap of the boxes in cells, as N^1.5 with the number N of surface points, however small the
//   overlap of the bodies is.
// - The plane of the crossed facet may not be the nearest surface: the depth is too large where an
//   edge leaves through a side of the target.
// - A body wholly inside another has no crossing: the overlap is found, its depth is not
//   (iteration_limit, with upper = 0).
// - Separated bodies have no distance: that of the support points along the line of centres is
//   answered, which is an upper bound.
// - Faces, edges and vertices that coincide are decided by rounding.
#pragma once

#include "talus/contact.h"
#include "talus/narrow/mesh_mesh/edge_walk.h"
#include "talus/narrow/mesh_mesh/zone.h"
#include "talus/shape/mesh/support.h"

namespace talus::mesh_mesh {

// What a query visits, exact and the same on every machine.
struct Dfr1999Work {
  std::int64_t zone_cells{};    // triples of the zone index sets
  std::int64_t stencil_hits{};  // of these, boundary cells
  std::int64_t points{};        // calls of `contains`
  std::int64_t edges{};         // edges transformed and clipped
  std::int64_t cells_walked{};  // cells that edges were clipped to
  std::int64_t facet_tests{};   // edge against facet

  TALUS_HD void add(const Dfr1999Work& w) {
    zone_cells += w.zone_cells, stencil_hits += w.stencil_hits, points += w.points;
    edges += w.edges, cells_walked += w.cells_walked, facet_tests += w.facet_tests;
  }
};

// An edge of one body that crosses a facet of the other. A's frame.
template <class T>
struct CrossingPoint {
  Vec3<T> point;   // on both surfaces
  Vec3<T> inner;   // of the edge, inside the other body
  Vec3<T> normal;  // of the facet, from A to B
  T depth{};       // of `inner` below the facet's plane
  bool of_b{};     // the edge is B's
};

// The cells of the target's discrete space.
template <class T>
TALUS_HD BoundingBox<T> discrete_bounds(const MeshView<T>& body) {
  return {body.origin, lower_corner(body, {body.cells[0], body.cells[1], body.cells[2]})};
}

// One body against the other, in the frame of the target.
template <class T>
struct Dfr1999Direction {
  const MeshView<T>&source, &target;
  const RelativePose<T> source_in_target;
  const BoundingBox<T> bounds = discrete_bounds(target);

  static constexpr int most_crossings = 16;  // of an edge in one cell; further ones are ignored
  struct Crossing {
    T at;
    int facet;
  };

  // Step 3c of one edge, of which the part from own.begin to own.end is in the source's cell.
  // visit(crossing at u, inner end, facet) in the target's frame.
  template <class Visit>
  TALUS_HD void test_edge(const MeshEdge& edge, const ClippedEdge<T>& own, Dfr1999Work& work,
                          Visit visit) const {
    const Vec3<T> p = source_in_target.point_to_a(source.vertex(edge.vertex[0])),
                  q = source_in_target.point_to_a(source.vertex(edge.vertex[1]));
    const Vec3<T> u = q - p, from = p + own.begin * u, part = (own.end - own.begin) * u;
    Crossing crossing[most_crossings];
    int count = 0;
    const T slack = T(16) * epsilon_of<T>();
    walk_cells(target, from, part, bounds, [&](std::int32_t entry, const T& begin, const T& end) {
      ++work.cells_walked;
      if (entry < 0) return;
      const int last = target.descriptor[entry + 1].first_facet;
      for (int i = target.descriptor[entry].first_facet; i < last; ++i) {
        ++work.facet_tests;
        const int facet = target.cell_facet[i];
        const T t = crossing_of(target, facet, from, part);
        if (t < begin - slack || !(t < end + slack) || count == most_crossings) continue;
        if (count > 0 && crossing[count - 1].facet == facet) continue;  // at the border of cells
        crossing[count++] = {t, facet};
      }
    });
    for (int k = 0; k < count; ++k) {
      const bool enters = dot(target.facet_plane[crossing[k].facet].normal, part) < T(0);
      const Vec3<T>& vertex = enters ? q : p;
      Vec3<T> inner = vertex;
      ++work.points;
      if (!contains(target, vertex)) {
        T to = enters ? T(1) : T(0);  // the end of the stretch inside, as far as this cell knows
        if (enters && k + 1 < count) to = crossing[k + 1].at;
        if (!enters && k > 0) to = crossing[k - 1].at;
        inner = from + (T(0.5) * (crossing[k].at + to)) * part;
      }
      visit(from + crossing[k].at * part, inner, crossing[k].facet);
    }
  }

  // Whether the part of an edge with this middle lies in the face between cell w and another one
  // that lists the edge as well.
  TALUS_HD bool is_of_neighbour(std::int32_t edge, const MeshIndex& w,
                                const Vec3<T>& middle) const {
    const MeshIndex m = cell_of(source, middle);
    if (m.cell == w.cell && m.prism == w.prism && m.slice == w.slice) return false;
    const std::int32_t entry = stencil_entry(source, m);
    if (entry < 0) return false;
    const int end = source.descriptor[entry + 1].first_edge;
    for (int i = source.descriptor[entry].first_edge; i < end; ++i) {
      if (source.cell_edge[i] == edge) return true;
    }
    return false;
  }

  // Steps 3a to 3c; returns the number of points of the source inside the target.
  template <class Visit>
  TALUS_HD int test_zone(const BoundingBox<T>& zone, Dfr1999Work& work, Visit visit) const {
    const ZoneIndexSet set = index_set(source, zone, source.rounding + target.rounding);
    const T slack = T(4) * source.rounding;
    const Vec3<T> around{slack, slack, slack};
    int inside = 0;
    for (int slice = set.first.slice; slice <= set.last.slice; ++slice) {
      for (int prism = set.first.prism; prism <= set.last.prism; ++prism) {
        for (int cell = set.first.cell; cell <= set.last.cell; ++cell) {
          ++work.zone_cells;
          const MeshIndex w{cell, prism, slice};
          const std::int32_t entry = stencil_entry(source, w);
          if (entry < 0) continue;
          ++work.stencil_hits;
          const MeshDescriptor &row = source.descriptor[entry],
                               &next = source.descriptor[entry + 1];
          for (int v = row.first_vertex; v < next.first_vertex; ++v) {
            ++work.points;
            inside += contains(target, source_in_target.point_to_a(source.vertex(v))) ? 1 : 0;
          }
          const BoundingBox<T> own_cell{lower_corner(source, w) - around,
                                        corner_of(source, w, 7) + around};
          for (int i = row.first_edge; i < next.first_edge; ++i) {
            ++work.edges;
            const std::int32_t number = source.cell_edge[i];
            const MeshEdge& edge = source.edge[number];
            const Vec3<T> v = source.vertex(edge.vertex[0]),
                          along = source.vertex(edge.vertex[1]) - v;
            const ClippedEdge<T> own = clip_edge(v, along, own_cell);
            if (!(own.begin < own.end)) continue;
            if (is_of_neighbour(number, w, v + (T(0.5) * (own.begin + own.end)) * along)) continue;
            test_edge(edge, own, work, visit);
          }
        }
      }
    }
    return inside;
  }
};

// Calls sink(CrossingPoint) for the contact points of the pair; returns the number of points of
// either surface that are inside the other body.
template <class T, class Sink>
TALUS_HD int dfr_1999(const MeshView<T>& a, const MeshView<T>& b, const RelativePose<T>& b_in_a,
                      Dfr1999Work& work, Sink sink) {
  const Zones<T> zones = clip_zones(a.box, b.box, b_in_a);
  if (is_empty(zones.a)) return 0;
  const Dfr1999Direction<T> of_a{a, b, inverse(b_in_a)}, of_b{b, a, b_in_a};
  const int inside_b =
      of_a.test_zone(zones.a, work, [&](const Vec3<T>& at, const Vec3<T>& inner, int facet) {
        const MeshPlane<T>& plane = b.facet_plane[facet];
        sink(CrossingPoint<T>{b_in_a.point_to_a(at), b_in_a.point_to_a(inner),
                              -(b_in_a.rotation * plane.normal),
                              plane.offset - dot(plane.normal, inner), false});
      });
  const int inside_a =
      of_b.test_zone(zones.b, work, [&](const Vec3<T>& at, const Vec3<T>& inner, int facet) {
        const MeshPlane<T>& plane = a.facet_plane[facet];
        sink(CrossingPoint<T>{at, inner, plane.normal, plane.offset - dot(plane.normal, inner),
                              true});
      });
  return inside_b + inside_a;
}

// The line of centres: what the contract asks for where the paper has no answer.
template <class T>
TALUS_HD void set_along_centres(const MeshView<T>& a, const MeshView<T>& b,
                                const RelativePose<T>& b_in_a, Contact<T>& c) {
  const Vec3<T> between = b_in_a.point_to_a(b.sphere.centre) - a.sphere.centre;
  const T apart = norm(between);
  const Vec3<T> n = apart > T(0) ? between / apart : Vec3<T>{T(1), T(0), T(0)};
  const Vec3<T> on_a = support_point(a, n),
                on_b = b_in_a.point_to_a(support_point(b, -b_in_a.direction_to_b(n)));
  c.lower = dot(n, on_b - on_a);
  c.normal = n;
  c.point_a = on_a;
  c.point_b = on_b;
}

template <class T>
TALUS_HD Contact<T> dfr_1999_contact(const MeshView<T>& a, const MeshView<T>& b,
                                     const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                     Cache<T>& cache) {
  Contact<T> c;
  c.definition = Definition::deepest_contact;
  Dfr1999Work work;
  CrossingPoint<T> deepest{};
  int crossings = 0;
  const int inside = dfr_1999(a, b, b_in_a, work, [&](const CrossingPoint<T>& at) {
    ++crossings;
    if (crossings == 1 || at.depth > deepest.depth) deepest = at;
  });
  c.iterations = static_cast<int>(smaller(work.edges, std::int64_t{1} << 30));
  set_along_centres(a, b, b_in_a, c);
  if (crossings > 0) {
    // Depths below zero are roundings: the inner end is on the plane.
    const T depth = larger(deepest.depth, T(0));
    c.distance = c.upper = -depth;
    c.lower = smaller(c.lower, c.distance);
    c.normal = deepest.normal;
    const Vec3<T> on_facet = deepest.inner + (deepest.of_b ? depth : -depth) * deepest.normal;
    c.point_a = deepest.of_b ? on_facet : deepest.inner;
    c.point_b = deepest.of_b ? deepest.inner : on_facet;
    c.status = depth > T(0) ? Status::overlapping : Status::touching;
  } else if (inside > 0) {
    // Wholly inside: no surface is crossed, and no depth is known.
    c.distance = c.upper = T(0);
    c.lower = smaller(c.lower, T(0));
    c.point_b = c.point_a;
    c.status = Status::iteration_limit;
  } else {
    const Vec3<T> w = c.point_b - c.point_a;
    c.distance = c.upper = norm(w);
    if (c.distance > T(0)) c.normal = w / c.distance;
    c.status = Status::separated;
  }
  const T radius = larger(a.sphere.radius, b.sphere.radius);
  c.proven = !is_failure(c.status) &&
             !(c.upper - c.lower > settings.tolerance * larger(radius, absolute(c.distance)));
  cache.normal = c.normal;
  return c;
}

}  // namespace talus::mesh_mesh
