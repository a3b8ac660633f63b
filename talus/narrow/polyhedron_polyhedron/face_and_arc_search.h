// The finite search of small bodies: the lowest face of C = A - B over all faces, so that no local
// minimum is missed. A face of C is a face of A, a face of B, or a crossing of the arcs of two
// edges on the sphere of directions; the arc of an edge of A runs between the normals p0 and p1 of
// the faces at that edge.
//   1. Evaluate h at the face normals of A and of B, eight at a time.
//   2. Dismiss arcs of A by the inner ball of B, eight at a time.
//   3. Dismiss arcs by a lower bound of h. Along an arc the vertex a of A stays the same, and
//      h(n) = n.a - min over B of n.b is the upper hull of curves n.w, one per vertex of B. The
//      curves of the two ends cross at n* ~ (h1 - p1.w0) p0 + (h0 - p0.w1) p1, and their value
//      there bounds h on the arc from below (a positive curve has no minimum inside an arc).
//   4. Bisect each remaining arc at n* until the bound is attained.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/facet.h"

namespace talus::polyhedron_polyhedron {

template <class T>
class FaceAndArcSearch {
 public:
  // Starts from a direction, roughly from A to B, the depth along it, and the face of C with that
  // normal, if there is one.
  TALUS_HD FaceAndArcSearch(const PosedPolyhedra<T>& pair, const Vec3<T>& direction, T known,
                            const Facet& known_facet)
      : depth(known),
        normal(direction),
        facet(known_facet),
        pair_(pair),
        ball_of_b_(pair.b_in_a.point_to_a(pair.b.inner.centre)),
        guess_(nearest_along(direction)) {}

  T depth;              // lowest h so far; not positive: the bodies are apart
  Vec3<T> normal;       // its direction
  Facet facet;          // the face of C that has it, once one was found
  bool complete{true};  // every arc was searched to its end

  TALUS_HD void scan_faces() {
    scan_faces_of_a();
    scan_faces_of_b();
  }

  // Call after scan_faces, if the depth is still positive.
  TALUS_HD void scan_arcs() {
    for (int first = 0; first < pair_.a.edge_count; first += lane_count) {
      const int left = pair_.a.edge_count - first;
      unsigned open = near(first) & (left < lane_count ? (1u << left) - 1 : ~0u);
      if (open == 0) continue;
      open &= undecided(first);
      for (; open != 0; open &= open - 1) bisect_arc(first + lowest_bit(open));
    }
  }

 private:
  TALUS_HD void scan_faces_of_a() {
    const SearchTables<T>& in_a = pair_.a.search;
    const Lanes<T> zero = Lanes<T>::all(T(0)), ball = Lanes<T>::all(pair_.b.inner.radius);
    for (int f = 0; f < pair_.a.face_count; f += lane_count) {
      const LaneVec3<T> n = load_lanes(in_a.normal_x + f, in_a.normal_y + f, in_a.normal_z + f);
      const Lanes<T> offset = Lanes<T>::load(in_a.offset + f);
      // The inner ball of B dismisses most faces.
      Lanes<T> h = offset + ball - dot(n, in_all_lanes(ball_of_b_));
      Lanes<T> which = Lanes<T>::all(T(guess_));
      if (bits_of(h < Lanes<T>::all(depth)) != 0) {
        h = farthest_of({zero - n.x, zero - n.y, zero - n.z}, pair_.x, pair_.y, pair_.z,
                        pair_.b.vertex_count, offset, which);
        if (improves(h)) take(FacetKind::face_a, in_a.face[f + lane_]);
      }
      which.store(nearest_b_ + f);
    }
  }

  TALUS_HD void scan_faces_of_b() {
    const PolyhedronView<T>&a = pair_.a, &b = pair_.b;
    const SearchTables<T>& in_b = b.search;
    const Lanes<T> zero = Lanes<T>::all(T(0)), ball = Lanes<T>::all(a.inner.radius);
    const Mat3<T>& r = pair_.b_in_a.rotation;
    for (int g = 0; g < b.face_count; g += lane_count) {
      const LaneVec3<T> n = load_lanes(in_b.normal_x + g, in_b.normal_y + g, in_b.normal_z + g);
      const LaneVec3<T> q{zero - dot(in_all_lanes(r.row0), n), zero - dot(in_all_lanes(r.row1), n),
                          zero - dot(in_all_lanes(r.row2), n)};
      const Lanes<T> beyond =
          Lanes<T>::load(in_b.offset + g) - dot(q, in_all_lanes(pair_.b_in_a.translation));
      Lanes<T> h = beyond + ball + dot(q, in_all_lanes(a.inner.centre)), which;
      if (bits_of(h < Lanes<T>::all(depth)) == 0) continue;
      h = farthest_of(q, a.search.x, a.search.y, a.search.z, a.vertex_count, beyond, which);
      if (improves(h)) take(FacetKind::face_b, in_b.face[g + lane_]);
    }
  }

  // The arcs, of eight, that the inner ball of B does not dismiss: n.(a - centre) + radius has no
  // minimum inside an arc if n.(a - centre) is positive at both ends by more than rounding.
  TALUS_HD unsigned near(int first) const {
    const SearchTables<T>& e = pair_.a.search;
    const LaneVec3<T> u = load_lanes(e.start_x + first, e.start_y + first, e.start_z + first) -
                          in_all_lanes(ball_of_b_);
    const Lanes<T> least =
        smaller(dot(load_lanes(e.left_x + first, e.left_y + first, e.left_z + first), u),
                dot(load_lanes(e.right_x + first, e.right_y + first, e.right_z + first), u));
    const Lanes<T> limit =
        Lanes<T>::all(larger(T(0), depth - pair_.b.inner.radius) + T(2) * pair_.rounding);
    return bits_of(least < limit);
  }

  // offset + the largest n.v over the vertices, for eight directions, and the vertex. Stops as soon
  // as all eight exceed the depth; the result is then a lower bound.
  TALUS_HD Lanes<T> farthest_of(const LaneVec3<T>& n, const T* x, const T* y, const T* z, int count,
                                const Lanes<T>& offset, Lanes<T>& which) const {
    const Lanes<T> limit = Lanes<T>::all(depth) - offset;
    Lanes<T> most = dot(n, in_all_lanes(Vec3<T>{x[0], y[0], z[0]}));
    which = Lanes<T>::all(T(0));
    for (int i = 1; i < count; ++i) {
      if (i % lane_count == 0 && bits_of(most < limit) == 0) break;
      const Lanes<T> value = dot(n, in_all_lanes(Vec3<T>{x[i], y[i], z[i]}));
      which = select(most < value, Lanes<T>::all(T(i)), which);
      most = larger(most, value);
    }
    return offset + most;
  }

  TALUS_HD bool improves(const Lanes<T>& h) {
    const T least = smallest(h);
    if (!(least < depth)) return false;
    depth = least;
    lane_ = lane_of(h, least);
    return true;
  }
  TALUS_HD void take(FacetKind kind, int face) {
    facet = {kind, {face, 0, 0}, {face, 0, 0}};
    normal = kind == FacetKind::face_a ? pair_.a.face_normal[face]
                                       : pair_.b_in_a.rotation * -pair_.b.face_normal[face];
  }

  // The arcs, of eight, on which h may fall below the depth, by the curves of their ends.
  TALUS_HD unsigned undecided(int first) const {
    const PolyhedronView<T>& a = pair_.a;
    const SearchTables<T>& e = a.search;
    T b0[3][lane_count], b1[3][lane_count];
    for (int k = 0; k < lane_count; ++k) {
      const int i = smaller(first + k, a.edge_count - 1);
      put(vertex_of_b(static_cast<int>(nearest_b_[e.left[i]])), b0, k);
      put(vertex_of_b(static_cast<int>(nearest_b_[e.right[i]])), b1, k);
    }
    const LaneVec3<T> p0 = load_lanes(e.left_x + first, e.left_y + first, e.left_z + first);
    const LaneVec3<T> p1 = load_lanes(e.right_x + first, e.right_y + first, e.right_z + first);
    const LaneVec3<T> vertex_a =
        load_lanes(e.start_x + first, e.start_y + first, e.start_z + first);
    const LaneVec3<T> w0 = vertex_a - load_lanes(b0[0], b0[1], b0[2]);
    const LaneVec3<T> w1 = vertex_a - load_lanes(b1[0], b1[1], b1[2]);
    const Lanes<T> left0 = dot(p0, w0), left1 = dot(p0, w1);
    const Lanes<T> right0 = dot(p1, w0), right1 = dot(p1, w1);
    const Lanes<T> x = right1 - right0, y = left0 - left1;  // n* ~ x p0 + y p1
    const Lanes<T> bound = x * left0 + y * right0;
    const Lanes<T> zero = Lanes<T>::all(T(0)), two = Lanes<T>::all(T(2));
    const Lanes<T> limit = Lanes<T>::all(depth);
    const Lanes<T> cosine = dot(p0, p1);
    const Lanes<T> length_squared = x * x + y * y + two * x * y * cosine;
    const unsigned low_end =
        bits_of(larger(left0, left1) < limit) | bits_of(larger(right0, right1) < limit);
    // bound / length < depth, also where the bound is negative
    // (x and y are both negative if the other curve is above at each end, which happens if the
    // vertices were never compared; the crossing is the same)
    const unsigned low_crossing =
        bits_of(zero < x * y) &
        (bits_of(bound * bound < limit * limit * length_squared) | bits_of(bound * x < zero));
    return low_end | low_crossing | bits_of(cosine < Lanes<T>::all(T(sharp)));
  }

  TALUS_HD int nearest_along(const Vec3<T>& n) const {
    return farthest(pair_.x, pair_.y, pair_.z, pair_.b.vertex_count, -n);
  }
  TALUS_HD Vec3<T> vertex_of_b(int index) const {
    return {pair_.x[index], pair_.y[index], pair_.z[index]};
  }

  TALUS_HD static void put(const Vec3<T>& v, T (&to)[3][lane_count], int k) {
    to[0][k] = v.x;
    to[1][k] = v.y;
    to[2][k] = v.z;
  }

  struct End {
    Vec3<T> n;
    int b;  // the vertex of B nearest to A along n, as an index into the search tables
  };

  // Bisects the arc of an edge, given by its index in the search tables, until every piece is above
  // the depth or ends at a crossing. Pieces that do not fit the stack, or more splits than four per
  // vertex of B, leave the search incomplete.
  TALUS_HD void bisect_arc(int index) {
    const PolyhedronEdge& edge = pair_.a.edge[pair_.a.search.edge[index]];
    const Vec3<T> vertex_a = pair_.a.vertex(edge.vertex[0]);
    const auto end_at = [&](const Vec3<T>& n) { return End{n, nearest_along(n)}; };
    constexpr int max_pieces = 32, max_splits = 4 * search_vertex_limit;
    End from[max_pieces], to[max_pieces];
    int splits = 0;
    const Vec3<T>&p0 = pair_.a.face_normal[edge.face[0]], &p1 = pair_.a.face_normal[edge.face[1]];
    from[0] = end_at(p0);
    to[0] = end_at(p1);
    int pieces = 1;
    if (dot(p0, p1) < T(sharp)) {
      // Nearly opposite ends do not determine the arc; the edge does.
      const Vec3<T> along = pair_.a.vertex(edge.vertex[1]) - vertex_a;
      from[1] = end_at(normalized(cross(along, p0)));
      to[1] = to[0];
      to[0] = from[1];
      pieces = 2;
    }
    while (pieces > 0) {
      const End left = from[--pieces], right = to[pieces];
      if (left.b == right.b) continue;
      const Vec3<T> w0 = vertex_a - vertex_of_b(left.b), w1 = vertex_a - vertex_of_b(right.b);
      // Negative by rounding only; zero if the curves cross at an end of the piece.
      const T x = larger(T(0), dot(right.n, w1 - w0)), y = larger(T(0), dot(left.n, w0 - w1));
      const Vec3<T> m = x * left.n + y * right.n;
      const T length = norm(m);
      const T bound = dot(m, w0);
      if (!(bound < depth * length)) continue;
      const End middle = end_at(m / length);
      const T h = dot(middle.n, vertex_a - vertex_of_b(middle.b));
      const bool crossing =
          middle.b == left.b || middle.b == right.b || h - bound / length <= pair_.rounding;
      if (crossing) {
        depth = bound / length;
        normal = middle.n;
        const int* vertex = pair_.b.search.vertex;
        facet = {FacetKind::edges,
                 {edge.vertex[0], edge.vertex[1], 0},
                 {vertex[left.b], vertex[right.b], 0}};
      } else if (pieces + 2 > max_pieces || ++splits > max_splits) {
        complete = false;
        return;
      } else {
        from[pieces] = left;
        to[pieces++] = middle;
        from[pieces] = middle;
        to[pieces++] = right;
      }
    }
  }

  // Cosine of the angle between the normals at an edge (154 degrees) beyond which the ends of its
  // arc are too nearly opposite to span it. The arc is then split once before the bisection.
  static constexpr double sharp = -0.9;

  // A triangulated body has 2 v - 4 faces.
  static constexpr int max_faces = 2 * search_vertex_limit;

  const PosedPolyhedra<T>& pair_;
  Vec3<T> ball_of_b_;  // its centre
  int guess_;          // the vertex of B nearest to A along the start, in the search tables
  int lane_{};
  T nearest_b_[max_faces];  // face of A -> a vertex of B nearest, or near, along its normal
};

}  // namespace talus::polyhedron_polyhedron
