// The search of P2 section 2.3 for the face, edge or vertex of a polyhedron (PH) that meets a
// superquadric (SQ), with its case numbers. peng_hanley.h turns its end into a contact.
//
//   f_i(X)         function of the plane of face i, (8): positive beyond it
//   IF             initial face: the one whose outer normal is most along the line from PH's centre
//                  to SQ's
//   X_k            the point of SQ nearest to, or deepest below, the plane of the k-th face
//   MPF            maximal positive face: the one with the largest f_i(X_0)
//   case           odd: no contact; even: contact
//     1  IF positive at X_0                    2  all faces negative at X_0
//     3  MPF positive at X_1                   4  all faces negative at X_1
//     5, 6  search and return: the neighbour whose plane X_k is farthest beyond comes next, until
//        it is a face seen before; then their common edge decides, by the least F along it, or
//        the edges at their common vertex ("any of the edges linking to it")
//     8  SQ's centre lies in PH: not resolved by the paper, counted apart
//
// Interpretation of the text and of its flowchart (Fig. 7): a face of search and return that is
// positive at its own X_k, or at whose X_k all faces are negative, ends the search as 5 or 6. "Only
// neighbouring faces need to be checked" is applied to the next face, not to (9a): if no neighbour
// is positive but a face farther away is (SQ protrudes at another side), that one comes next. Case
// 8 is tested after case 1, which excludes it and needs no other face. What a return is, and which
// edges it tries, the text leaves open: Return.
//
// Known failures, shown by the tests: the edge on which the return ends need not be the one in
// contact, so case 5 can be wrong under every reading. A return to a face that shares no vertex has
// no edge to test, and the paper has no case for it: 0; likewise a search over more than
// longest_face_path faces.
#pragma once

#include "talus/narrow/superquadric_polyhedron/published/polyhedron_centroid.h"
#include "talus/narrow/superquadric_potential/published/segment_minimum.h"
#include "talus/narrow/superquadric_potential/published/wall_point.h"

namespace talus::superquadric_polyhedron {

// Trace of each X_k; `value` is f of the face itself there.
template <class T>
struct FaceStep {
  int face;
  Vec3<T> x;  // in the frame of SQ
  T value;
};

// Readings of "search and return". any_face: the next face is one seen before; their common edge
// decides. previous_face: the next face is the one before the last, as in P2's Figs. 4 and 5;
// longer cycles go on to the end of the list. all_edges: as any_face, but all edges of both faces
// are tried.
enum class Return { any_face, previous_face, all_edges };

template <class T>
struct FaceSearch {
  int which{};                                       // case
  int face{}, other{-1};                             // the last face; the one that shares the edge
  int vertex[2]{};                                   // of the edge
  Vec3<T> x{};                                       // the last X_k, in the frame of SQ
  T value{};                                         // f of the last face there
  superquadric_potential::SegmentMinimum<T> edge{};  // where the common edge was tried
  int steps{}, probes{};                             // faces, and points of edges
};

// Capacity of the list of faces visited by search and return, which is allocated on the stack.
inline constexpr int longest_face_path = 128;

// The plane functions f_i, in PH's frame, and the points X_k, in SQ's.
template <class T>
class FacePlanes {
 public:
  TALUS_HD FacePlanes(const Superquadric<T>& sq, const PolyhedronView<T>& ph,
                      const RelativePose<T>& ph_in_sq)
      : FacePlanes(sq, ph, ph_in_sq, polyhedron_centroid(ph)) {}
  // With PH's centroid, in its frame, known.
  TALUS_HD FacePlanes(const Superquadric<T>& sq, const PolyhedronView<T>& ph,
                      const RelativePose<T>& ph_in_sq, const Vec3<T>& centroid)
      : sq_(sq), ph_(ph), pose_(ph_in_sq), centroid_(centroid) {}

  TALUS_HD Vec3<T> to_ph(const Vec3<T>& x) const {
    return pose_.direction_to_b(x - pose_.translation);
  }
  TALUS_HD T value(int face, const Vec3<T>& x_ph) const {
    return dot(ph_.face_normal[face], x_ph) - ph_.face_offset[face];
  }
  TALUS_HD Vec3<T> normal(int face) const { return pose_.rotation * ph_.face_normal[face]; }
  TALUS_HD Vec3<T> deepest(int face) const {
    return superquadric_potential::wall_point(sq_, -normal(face));
  }
  TALUS_HD Vec3<T> vertex(int i) const { return pose_.point_to_a(ph_.vertex(i)); }

  TALUS_HD int initial_face() const {
    const Vec3<T> towards_sq = to_ph({}) - centroid_;
    int best = 0;
    T most = dot(ph_.face_normal[0], towards_sq);
    for (int f = 1; f < ph_.face_count; ++f) {
      const T along = dot(ph_.face_normal[f], towards_sq);
      if (!(along > most)) continue;
      most = along;
      best = f;
    }
    return best;
  }

  // The neighbour whose plane x is farthest beyond; -1 if it is beyond none.
  TALUS_HD int positive_neighbour(int face, const Vec3<T>& x_ph) const {
    int best = -1;
    T most = T(0);
    for (int k = ph_.face_vertex_start[face]; k < ph_.face_vertex_start[face + 1]; ++k) {
      const T beyond = value(ph_.face_neighbour[k], x_ph);
      if (!(beyond > most)) continue;
      most = beyond;
      best = ph_.face_neighbour[k];
    }
    return best;
  }

  // The index in face_vertex of the vertex of `face` at which its edge to `other` starts; -1 if
  // they have no common edge.
  TALUS_HD int common_edge(int face, int other) const {
    for (int k = ph_.face_vertex_start[face]; k < ph_.face_vertex_start[face + 1]; ++k) {
      if (ph_.face_neighbour[k] == other) return k;
    }
    return -1;
  }

  // The index in face_vertex of a vertex of `face` that is also one of `other`; -1 if there is
  // none.
  TALUS_HD int common_vertex(int face, int other) const {
    for (int k = ph_.face_vertex_start[face]; k < ph_.face_vertex_start[face + 1]; ++k) {
      for (int j = ph_.face_vertex_start[other]; j < ph_.face_vertex_start[other + 1]; ++j) {
        if (ph_.face_vertex[k] == ph_.face_vertex[j]) return k;
      }
    }
    return -1;
  }

  TALUS_HD int index_after(int face, int k) const {
    return k + 1 < ph_.face_vertex_start[face + 1] ? k + 1 : ph_.face_vertex_start[face];
  }
  TALUS_HD int index_before(int face, int k) const {
    return k > ph_.face_vertex_start[face] ? k - 1 : ph_.face_vertex_start[face + 1] - 1;
  }

  TALUS_HD const Superquadric<T>& sq() const { return sq_; }
  TALUS_HD const PolyhedronView<T>& ph() const { return ph_; }

 private:
  const Superquadric<T>& sq_;
  const PolyhedronView<T>& ph_;
  const RelativePose<T>& pose_;
  Vec3<T> centroid_;
};

// Tests the edge of r.face that starts at index k of face_vertex: kept if F is less there than on
// the edges tested before.
template <class T, class Trace>
TALUS_HD void try_edge(const FacePlanes<T>& planes, int k, FaceSearch<T>& r, Trace& trace) {
  const int from = planes.ph().face_vertex[k];
  const int to = planes.ph().face_vertex[planes.index_after(r.face, k)];
  const superquadric_potential::SegmentMinimum<T> edge = superquadric_potential::minimum_on_segment(
      planes.sq(), planes.vertex(from), planes.vertex(to), trace);
  r.probes += edge.probes;
  if (r.other >= 0 && !(edge.gauge < r.edge.gauge)) return;
  r.other = planes.ph().face_neighbour[k];
  r.vertex[0] = from;
  r.vertex[1] = to;
  r.edge = edge;
  r.which = edge.gauge < T(1) ? 6 : 5;
}

// All edges of a face, which becomes r.face if one of them has the least F so far.
template <class T, class Trace>
TALUS_HD void try_all_edges(const FacePlanes<T>& planes, int face, FaceSearch<T>& r, Trace& trace) {
  const int last = r.face;
  const T least = r.other >= 0 ? r.edge.gauge : infinity_of<T>();
  r.face = face;
  const PolyhedronView<T>& ph = planes.ph();
  for (int k = ph.face_vertex_start[face]; k < ph.face_vertex_start[face + 1]; ++k) {
    try_edge(planes, k, r, trace);
  }
  if (!(r.edge.gauge < least)) r.face = last;
}

// Back at a face seen before: their common edge, or the edges at their common vertex.
template <class T, class Trace>
TALUS_HD void end_at_return(const FacePlanes<T>& planes, int seen, Return reading, FaceSearch<T>& r,
                            Trace& trace) {
  if (reading == Return::all_edges) {
    try_all_edges(planes, r.face, r, trace);
    try_all_edges(planes, seen, r, trace);
    return;
  }
  const int edge = planes.common_edge(r.face, seen);
  if (edge >= 0) {
    try_edge(planes, edge, r, trace);
    return;
  }
  const int vertex = planes.common_vertex(r.face, seen);
  if (vertex < 0) return;
  try_edge(planes, vertex, r, trace);
  try_edge(planes, planes.index_before(r.face, vertex), r, trace);
}

// Search and return, from r.face with its X_1 on.
template <class T, class Trace>
TALUS_HD void search_and_return(const FacePlanes<T>& planes, int initial, Return reading,
                                FaceSearch<T>& r, Trace& trace) {
  int path[longest_face_path] = {initial, r.face};
  for (int length = 2; length < longest_face_path; ++length) {
    const Vec3<T> x = planes.to_ph(r.x);
    int next = planes.positive_neighbour(r.face, x);
    if (next < 0) next = farthest_face(planes.ph(), x);
    if (!(planes.value(next, x) > T(0))) {
      r.which = length == 2 ? 4 : 6;
      return;
    }
    bool seen = false;
    const int first = reading == Return::previous_face ? length - 2 : 0;
    for (int i = first; i < length; ++i) seen = seen || path[i] == next;
    if (seen) return end_at_return(planes, next, reading, r, trace);
    path[length] = r.face = next;
    r.x = planes.deepest(next);
    r.value = planes.value(next, planes.to_ph(r.x));
    ++r.steps;
    trace(FaceStep<T>{r.face, r.x, r.value});
    if (r.value > T(0)) {
      r.which = 5;
      return;
    }
  }
}

template <class T, class Trace>
TALUS_HD FaceSearch<T> search_faces(const FacePlanes<T>& planes, Trace& trace,
                                    Return reading = Return::any_face) {
  FaceSearch<T> r;
  const auto go_to = [&](int face) {
    r.face = face;
    r.x = planes.deepest(face);
    r.value = planes.value(face, planes.to_ph(r.x));
    ++r.steps;
    trace(FaceStep<T>{r.face, r.x, r.value});
    return r.value > T(0);
  };
  const int initial = planes.initial_face();
  if (go_to(initial)) {
    r.which = 1;
    return r;
  }
  if (!(inside_outside(planes.ph(), planes.to_ph({})) > T(0))) {
    r.which = 8;
    return r;
  }
  const Vec3<T> x_0 = planes.to_ph(r.x);
  const int maximal = farthest_face(planes.ph(), x_0);
  if (!(planes.value(maximal, x_0) > T(0))) {
    r.which = 2;
    return r;
  }
  if (go_to(maximal)) {
    r.which = 3;
    return r;
  }
  search_and_return(planes, initial, reading, r, trace);
  return r;
}

}  // namespace talus::superquadric_polyhedron
