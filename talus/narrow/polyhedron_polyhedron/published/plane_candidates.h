// Nezami's finite set of common-plane candidates (P0 section 2 and Algorithm 2, lines 7-24), built
// on the closest vertices V1 of particle 1 = A and V2 of particle 2 = B of the current plane:
//
//   PB           the perpendicular bisector of V1 and V2, normal V1V2
//   F1, F2       the planes of the faces at V1 and at V2
//   P12          parallel to an edge E1 at V1 and an edge E2 at V2, normal E1 x E2
//   P1, P2       parallel to E1 (E2) and to E1 x V1V2 (E2 x V1V2): the normal is the part of V1V2
//                orthogonal to the edge
//
// All of them pass through the mid-point MP of V1 and V2 (line 13 prints PM), which no gap depends
// on. What the paper leaves open:
// - On which side of a plane which particle is to be. A face has an outside. PB, P12, P1 and P2
//   have none (where the particles overlap, V1V2 points from 2 to 1): they are given the side of
//   the current plane, n.n12 >= 0. (On random pairs the side of the centroids, or trying both,
//   finds and misses the same.)
// - V1 = V2 (line 8 divides by zero): PB is left out, P1 and P2 are built on the current normal.
// - "Non-parallel" (line 12): the sine of the angle between E1 and E2 is beyond its rounding. That
//   a normal of nearly parallel edges is inaccurate does no harm: its gap is evaluated like any.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/published/common_plane.h"

namespace talus::polyhedron_polyhedron {

enum class PlaneKind { bisector, face_a, face_b, edge_edge, edge_a, edge_b };

// One candidate, in the order of line 22.
template <class T>
struct CandidateStep {
  int round;  // from 1; round 0 is the initial plane, PB of the centroids
  PlaneKind kind;
  CommonPlane<T> plane;
  bool retained;  // its gap is the largest so far
};

// Visits the planes of the faces at a vertex: every face there has one edge that leaves the vertex.
template <class T, class Visit>
TALUS_HD void for_each_face_at(const PolyhedronView<T>& p, int vertex, Visit&& visit) {
  for (int i = 0; i < p.edge_count; ++i) {
    const PolyhedronEdge& edge = p.edge[i];
    if (edge.vertex[0] == vertex) visit(p.face_normal[edge.face[0]]);
    if (edge.vertex[1] == vertex) visit(p.face_normal[edge.face[1]]);
  }
}

template <class T>
TALUS_HD Vec3<T> edge_at(const PolyhedronView<T>& p, int vertex, int k) {
  return p.vertex(p.neighbour[p.neighbour_start[vertex] + k]) - p.vertex(vertex);
}

template <class T>
TALUS_HD int degree_of(const PolyhedronView<T>& p, int vertex) {
  return p.neighbour_start[vertex + 1] - p.neighbour_start[vertex];
}

template <class T>
class PlaneCandidates {
 public:
  TALUS_HD PlaneCandidates(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                           const RelativePose<T>& b_in_a)
      : a_(a), b_(b), b_in_a_(b_in_a) {}

  // Calls visit(kind, unit normal) for every candidate of the current plane.
  template <class Visit>
  TALUS_HD void visit_all(const CommonPlane<T>& at, Visit&& visit) const {
    const int v1 = at.closest.index_a, v2 = at.closest.index_b;
    const Vec3<T> v1v2 = -at.closest.c;
    const bool apart = max_norm(v1v2) > T(0);
    const Vec3<T> between = apart ? v1v2 : at.normal;
    if (apart) visit_unit(PlaneKind::bisector, between, max_norm(between), at, visit);
    for_each_face_at(a_, v1, [&](const Vec3<T>& outward) { visit(PlaneKind::face_a, outward); });
    for_each_face_at(b_, v2, [&](const Vec3<T>& outward) {
      visit(PlaneKind::face_b, b_in_a_.rotation * -outward);
    });
    visit_edge_pairs(v1, v2, at, visit);
    for (int i = 0; i < degree_of(a_, v1); ++i) {
      visit_edge(PlaneKind::edge_a, edge_at(a_, v1, i), between, at, visit);
    }
    for (int j = 0; j < degree_of(b_, v2); ++j) {
      const Vec3<T> edge = b_in_a_.rotation * edge_at(b_, v2, j);
      visit_edge(PlaneKind::edge_b, edge, between, at, visit);
    }
  }

 private:
  // Lines 11-15.
  template <class Visit>
  TALUS_HD void visit_edge_pairs(int v1, int v2, const CommonPlane<T>& at, Visit&& visit) const {
    for (int i = 0; i < degree_of(a_, v1); ++i) {
      const Vec3<T> e1 = edge_at(a_, v1, i);
      for (int j = 0; j < degree_of(b_, v2); ++j) {
        const Vec3<T> e2 = b_in_a_.rotation * edge_at(b_, v2, j);
        visit_unit(PlaneKind::edge_edge, cross(e1, e2), norm(e1) * norm(e2), at, visit);
      }
    }
  }

  // Lines 16-21.
  template <class Visit>
  TALUS_HD void visit_edge(PlaneKind kind, const Vec3<T>& edge, const Vec3<T>& between,
                           const CommonPlane<T>& at, Visit&& visit) const {
    const Vec3<T> e = normalized(edge);
    visit_unit(kind, cross(e, cross(between, e)), norm(between), at, visit);
  }

  // Turns n to the side of the current plane; left out if it is nothing but the rounding of
  // terms as large as `terms`.
  template <class Visit>
  TALUS_HD void visit_unit(PlaneKind kind, const Vec3<T>& n, const T& terms,
                           const CommonPlane<T>& at, Visit&& visit) const {
    const T length = norm(n);
    if (!(length > T(16) * epsilon_of<T>() * terms)) return;
    visit(kind, (dot(n, at.normal) < T(0) ? T(-1) / length : T(1) / length) * n);
  }

  const PolyhedronView<T>& a_;
  const PolyhedronView<T>& b_;
  RelativePose<T> b_in_a_;
};

}  // namespace talus::polyhedron_polyhedron
