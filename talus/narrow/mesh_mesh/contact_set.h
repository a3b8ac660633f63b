// The contact set of a mesh with another (P4, section 5): all parts of either surface that are
// inside the other body, and the stretches of edges that pass through it.
//
//   1  zones of the two boxes (zone.h)
//   2  the boundary cells of the zone whose surroundings can meet the target at all
//   3  facets of those cells against the target's distance (piece.h), which finds every vertex
//      inside and the parts of facets around it
//   4  edges of those cells walked through the target's cells (edge_walk.h), which finds overlaps
//      without a vertex: two edges that cross
//
// The pieces go to a sink with add(piece) and least_depth(): pieces not deeper than that may be
// left out by a sink that has the vertices already. A ContactSet stores all pieces in the caller's
// storage (when that is full the count continues and exceeded() is true), DeepestPieces
// (mesh_mesh_deepest.h) keeps a few.
//
// Further than the paper: facets and edges beyond a plane that bounds the overlap of the convex
// hulls (overlap_region.h), or in none but external cells of the target, are skipped.
#pragma once

#include "talus/math/constants.h"
#include "talus/narrow/mesh_mesh/edge_walk.h"
#include "talus/narrow/mesh_mesh/overlap_region.h"
#include "talus/narrow/mesh_mesh/piece.h"

namespace talus::mesh_mesh {

template <class T>
struct ContactSet {
  Piece<T>* piece{};  // storage
  int capacity{};
  int found{};  // pieces, of which the first `capacity` are stored

  TALUS_HD int count() const { return found < capacity ? found : capacity; }
  TALUS_HD bool exceeded() const { return found > capacity; }
  TALUS_HD T least_depth() const { return T(0); }
  TALUS_HD void add(const Piece<T>& p) {
    if (found < capacity) piece[found] = p;
    ++found;
  }
};

// From the source's frame into A's, with the normal from A to B.
template <class T>
TALUS_HD Piece<T> in_frame_of_a(Piece<T> piece, bool of_b, const RelativePose<T>& b_in_a) {
  const T length = norm(piece.normal);
  const Vec3<T> gradient = length > T(0) ? (T(1) / length) * piece.normal : Vec3<T>{};
  piece.of_b = of_b ? 1 : 0;
  if (!of_b) {
    piece.normal = -(b_in_a.rotation * gradient);
    return piece;
  }
  piece.normal = gradient;
  piece.centroid = b_in_a.point_to_a(piece.centroid);
  piece.deepest = b_in_a.point_to_a(piece.deepest);
  piece.outward = b_in_a.rotation * piece.outward;
  return piece;
}

// One of the crossings at the ends of a piece of an edge is at most half its length away; the rest
// allows for rounding.
inline constexpr double edge_reach = 0.501;

// The piece of an edge inside the target, between two crossings: the deepest of its middle and its
// quarters, exactly, since edges that cross are sharp ones. Its area is that of the two strips of
// facets beside it, half as wide as the depth each.
template <class T, class Target>
TALUS_HD bool edge_piece(const Target& target, const RelativePose<T>& source_in_target,
                         const Vec3<T>& from, const Vec3<T>& to, Piece<T>& piece) {
  T deepest = T(0);
  const T reach = T(edge_reach) * norm(to - from);
  for (int i = 1; i < 4; ++i) {
    const Vec3<T> point = from + (T(0.25) * T(i)) * (to - from);
    T distance{};
    Vec3<T> gradient{};
    target.exact(source_in_target.point_to_a(point), distance, gradient, reach);
    if (!(distance < deepest)) continue;
    deepest = distance;
    piece.deepest = point;
    piece.normal = gradient;
  }
  if (!(deepest < T(0))) return false;
  piece.centroid = T(0.5) * (from + to);
  piece.depth = -deepest;
  piece.area = norm(to - from) * piece.depth;
  piece.depth_integral = T(0.5) * piece.area * piece.depth;
  return true;
}

// The crossings of an edge with the target in their order along it.
template <class T>
struct Crossings {
  static constexpr int capacity = 16;  // the first ones, if there are more
  T at[capacity];
  int count = 0;

  TALUS_HD void add(const T& t) {
    if (count == capacity && !(t < at[capacity - 1])) return;
    int slot = count < capacity ? count++ : capacity - 1;
    for (; slot > 0 && at[slot - 1] > t; --slot) at[slot] = at[slot - 1];
    at[slot] = t;
  }
};

// The edges of one cell of the source: one piece for each pair of successive crossings whose middle
// is inside. The stretch up to an end that is inside is known by the pieces around that vertex. An
// edge that is listed in several cells has each piece in the cell in which it begins.
//
// A stretch between two crossings is nowhere deeper than half its length.
template <class T, class Sink>
TALUS_HD void add_edges_of_cell(const MeshView<T>& source, int row, const LowerBound<T>& bound,
                                const MeshView<T>& target, const RelativePose<T>& source_in_target,
                                bool of_b, const RelativePose<T>& b_in_a, Sink& sink) {
  const MeshDescriptor& cell = source.descriptor[row];
  const MeshIndex w{cell.cell[0], cell.cell[1], cell.cell[2]};
  const BoundingBox<T> box{lower_corner(source, w), corner_of(source, w, 7)};
  for (int i = cell.first_edge; i < source.descriptor[row + 1].first_edge; ++i) {
    const MeshEdge& edge = source.edge[source.cell_edge[i]];
    const Vec3<T> v0 = source.vertex(edge.vertex[0]), v1 = source.vertex(edge.vertex[1]);
    if (dot(bound.normal, v0) < bound.least && dot(bound.normal, v1) < bound.least) continue;
    const Vec3<T> u = v1 - v0;
    if (norm_squared(u) <= square(T(2) * sink.least_depth())) continue;
    const ClippedEdge<T> own = clip_edge(v0, u, box);
    if (!(own.begin < own.end)) continue;
    const Vec3<T> p = source_in_target.point_to_a(v0), q = source_in_target.point_to_a(v1);
    if (!MeshTarget<T>{target}.may_meet(box_around(p, q, q))) continue;
    MeshSample<T> at_p, at_q;
    const bool known_p = sample_distance(target, p, at_p),
               known_q = sample_distance(target, q, at_q);
    // A stretch that is deeper leaves less than the distances of the ends on either side of it.
    if (known_p && known_q && sink.least_depth() > T(0) &&
        norm(u) - absolute(at_p.distance) - absolute(at_q.distance) <= T(2) * sink.least_depth()) {
      continue;
    }
    // The distance is 1-Lipschitz: ends farther from the surface than the edge is long.
    const T slack = T(root_3) * max_norm(target.cell_size);
    if (known_p && known_q && at_p.distance + at_q.distance > norm(u) + slack) continue;
    Crossings<T> crossings;
    walk_edge(target, p, q, [&crossings](const T& t, int) { crossings.add(t); });
    for (int k = 0; k + 1 < crossings.count; ++k) {
      const T from = crossings.at[k], to = crossings.at[k + 1];
      if (from < own.begin || from >= own.end) continue;
      Piece<T> piece{};
      if (!edge_piece(MeshTarget<T>{target}, source_in_target, v0 + from * u, v0 + to * u, piece)) {
        continue;
      }
      piece.row = row;
      piece.facet = edge.facet[0];
      const Vec3<T> sum =
          source.facet_plane[edge.facet[0]].normal + source.facet_plane[edge.facet[1]].normal;
      piece.outward = norm(sum) > T(0) ? normalized(sum) : source.facet_plane[edge.facet[0]].normal;
      piece.is_edge = 1;
      sink.add(in_frame_of_a(piece, of_b, b_in_a));
    }
  }
}

// Facets with sides up to two cells are represented by their corners to second order in the cell
// size.
template <class T>
TALUS_HD T small_facet(const MeshView<T>& body) {
  return T(2) * max_norm(body.cell_size);
}

// Whether a facet can be skipped: beyond the plane, in external cells of the target only, or
// small, if the sink has deeper pieces and the vertices.
template <class T, class Target, class Sink>
TALUS_HD bool can_leave_out(const MeshView<T>& source, int facet, const LowerBound<T>& bound,
                            const Target& target, const RelativePose<T>& source_in_target,
                            const Sink& sink) {
  Vec3<T> corner[3];
  bool beyond = true;
  for (int k = 0; k < 3; ++k) {
    corner[k] = source.corner(facet, k);
    beyond = beyond && dot(bound.normal, corner[k]) < bound.least;
  }
  if (beyond) return true;
  if constexpr (Target::knows_distances) {
    const T longest =
        larger(norm_squared(corner[1] - corner[0]),
               larger(norm_squared(corner[2] - corner[1]), norm_squared(corner[0] - corner[2])));
    if (sink.least_depth() > T(0) && longest <= square(small_facet(source))) return true;
    Vec3<T> p[3];
    for (int k = 0; k < 3; ++k) p[k] = source_in_target.point_to_a(corner[k]);
    return !target.may_meet(box_around(p[0], p[1], p[2]));
  }
  return false;
}

// The facets of one cell of the source.
template <class T, class Target, class Sink>
TALUS_HD void add_facets_of_cell(const MeshView<T>& source, int row, const LowerBound<T>& bound,
                                 const Target& target, const RelativePose<T>& source_in_target,
                                 bool of_b, const RelativePose<T>& b_in_a, Sink& sink) {
  for (int i = source.descriptor[row].first_facet; i < source.descriptor[row + 1].first_facet;
       ++i) {
    const int facet = source.cell_facet[i];
    if (can_leave_out(source, facet, bound, target, source_in_target, sink)) continue;
    Piece<T> piece;
    if (!piece_inside(source, row, facet, target, source_in_target, piece)) continue;
    sink.add(in_frame_of_a(piece, of_b, b_in_a));
  }
}

// Whether any part of the surface in the cell can be inside the target, or pass through it.
template <class T, class Target>
TALUS_HD bool cell_may_meet(const MeshView<T>& source, int row, const Target& target,
                            const RelativePose<T>& source_in_target, const T& half_diagonal) {
  const MeshDescriptor& cell = source.descriptor[row];
  const Vec3<T> middle =
      lower_corner(source, {cell.cell[0], cell.cell[1], cell.cell[2]}) + T(0.5) * source.cell_size;
  return target.may_meet(source_in_target.point_to_a(middle), half_diagonal);
}

// The pieces of one mesh in another. `bound` is a plane beyond which they cannot be, of no
// normal if there is none.
template <class T, class Sink>
TALUS_HD void add_pieces_of(const MeshView<T>& source, const BoundingBox<T>& zone,
                            const LowerBound<T>& bound, const MeshView<T>& target,
                            const RelativePose<T>& target_in_source, bool of_b,
                            const RelativePose<T>& b_in_a, Sink& sink) {
  const bool vertices_suffice =
      sink.least_depth() > T(0) && source.longest_edge <= small_facet(source);
  if (vertices_suffice && source.longest_edge <= T(2) * sink.least_depth()) return;
  const T half_diagonal = T(0.5) * norm(source.cell_size);
  const T margin = source.rounding + target.rounding;
  const MeshTarget<T> oracle{target};
  const RelativePose<T> source_in_target = inverse(target_in_source);
  Surroundings<T> surroundings = sphere_in(target_in_source, target.sphere, margin);
  surroundings.normal = bound.normal;
  surroundings.low = bound.least, surroundings.high = infinity_of<T>();
  for_boundary_rows(
      source, index_set(source, zone, margin), surroundings, [&](int first, int last) {
        for (int row = first; row <= last; ++row) {
          if (!cell_may_meet(source, row, oracle, source_in_target, half_diagonal)) continue;
          if (!vertices_suffice) {
            add_facets_of_cell(source, row, bound, oracle, source_in_target, of_b, b_in_a, sink);
          }
          add_edges_of_cell(source, row, bound, target, source_in_target, of_b, b_in_a, sink);
        }
      });
}

// All of it. The result is in the frame of A.
template <class T, class Sink>
TALUS_HD void find_contact_set(const MeshView<T>& a, const MeshView<T>& b,
                               const RelativePose<T>& b_in_a, Sink& sink) {
  const OverlapRegions<T> regions = overlap_regions(a, b, b_in_a, T(4) * (a.rounding + b.rounding));
  if (!regions.meet) return;
  const Zones<T> zones = clip_zones(a.box, b.box, b_in_a);
  if (is_empty(zones.a)) return;
  add_pieces_of(a, zones.a, regions.plane_of_a(), b, b_in_a, false, b_in_a, sink);
  add_pieces_of(b, zones.b, regions.plane_of_b(), a, inverse(b_in_a), true, b_in_a, sink);
}

}  // namespace talus::mesh_mesh
