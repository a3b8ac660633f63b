// The walk from a pair of features to the closest pair, one step at a time (Lin & Canny 1991; the
// method is lin_canny.h). Each step computes the closest points of the two features and tests
// whether each is in the Voronoi region of the other feature.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/published/voronoi_region.h"

namespace talus::polyhedron_polyhedron {

// Whether the pair examined is the closest, or the walk went on to a neighbouring feature, or to
// one found by a search of a whole body.
enum class WalkOutcome { closest, moved, searched };

template <class T>
class FeatureWalk {
 public:
  TALUS_HD FeatureWalk(const PosedPolyhedron<T>& a, const PosedPolyhedron<T>& b,
                       const Feature& start_a, const Feature& start_b, T slack)
      : a_(a), b_(b), feature_a_(start_a), feature_b_(start_b), slack_(slack) {
    points_ = {a.corner(start_a.corner), b.corner(start_b.corner)};
  }

  TALUS_HD WalkOutcome step() {
    const bool face_a = feature_a_.kind == FeatureKind::face;
    const bool face_b = feature_b_.kind == FeatureKind::face;
    if (face_a && face_b) return face_to_face();
    if (face_b) return to_face(a_, feature_a_, b_, feature_b_, points_.a, points_.b);
    if (face_a) return to_face(b_, feature_b_, a_, feature_a_, points_.b, points_.a);
    points_ = nearest_points();
    Vec3<T> w = points_.b - points_.a;
    const T slack_of_w = sharpen(w);
    if (leave(a_, feature_a_, points_.b, w, slack_of_w) ||
        leave(b_, feature_b_, points_.a, -w, slack_of_w)) {
      return WalkOutcome::moved;
    }
    return WalkOutcome::closest;
  }

  TALUS_HD const Feature& feature_a() const { return feature_a_; }
  TALUS_HD const Feature& feature_b() const { return feature_b_; }
  // Of the pair examined last, or of its last predecessor without a face.
  TALUS_HD const NearestPoints<T>& points() const { return points_; }

 private:
  TALUS_HD static Vec3<T> edge_vector(const PosedPolyhedron<T>& body, const Feature& f) {
    if (f.kind == FeatureKind::vertex) return Vec3<T>{};
    return body.along(f.corner, body.next(f.face, f.corner));
  }

  // Of vertices and edges.
  TALUS_HD NearestPoints<T> nearest_points() const {
    const Vec3<T> p = a_.corner(feature_a_.corner), q = b_.corner(feature_b_.corner);
    const Vec3<T> u = edge_vector(a_, feature_a_), v = edge_vector(b_, feature_b_);
    const bool point_a = feature_a_.kind == FeatureKind::vertex;
    const bool point_b = feature_b_.kind == FeatureKind::vertex;
    if (point_a && point_b) return {p, q};
    if (point_a) return {p, q + polyhedron_polyhedron::nearest_on_segment(q, v, p) * v};
    if (point_b) return {p + polyhedron_polyhedron::nearest_on_segment(p, u, q) * u, q};
    return nearest_on_segments(p, u, q, v);
  }

  // The vector between the inner points of two edges is orthogonal to both. Their own directions
  // give it with more digits than the difference of two points that are close together. Returns the
  // rounding of w.
  TALUS_HD T sharpen(Vec3<T>& w) const {
    if (feature_a_.kind != FeatureKind::edge || feature_b_.kind != FeatureKind::edge) return slack_;
    const Vec3<T> u = edge_vector(a_, feature_a_), v = edge_vector(b_, feature_b_);
    const Vec3<T> n = cross(u, v);
    const T nn = norm_squared(n);
    if (!(nn > T(0))) return slack_;
    const Vec3<T> across = (dot(w, n) / nn) * n;
    if (norm(w - across) > slack_) return slack_;
    const T exact =
        T(16) * epsilon_of<T>() * norm(w) * square_root(norm_squared(u) * norm_squared(v) / nn);
    if (!(exact < slack_)) return slack_;
    w = across;
    return exact;
  }

  // x: the other body's point, w: the vector to it from this feature's nearest point.
  TALUS_HD bool leave(const PosedPolyhedron<T>& body, Feature& f, const Vec3<T>& x,
                      const Vec3<T>& w, T slack_of_w) const {
    return f.kind == FeatureKind::vertex ? leave_vertex(body, f, w, slack_of_w)
                                         : leave_edge(body, f, x, w, slack_, slack_of_w);
  }

  TALUS_HD WalkOutcome search(const PosedPolyhedron<T>& body, Feature& f, const Vec3<T>& x) const {
    f = nearest_face(body, x, slack_);
    return WalkOutcome::searched;
  }

  // A vertex or edge of one body with a face of the other.
  TALUS_HD WalkOutcome to_face(const PosedPolyhedron<T>& body, Feature& f,
                               const PosedPolyhedron<T>& other, Feature& face, Vec3<T>& point,
                               Vec3<T>& projection) {
    const Vec3<T> p = body.corner(f.corner), u = edge_vector(body, f);
    Vec3<T> x = p;
    if (f.kind == FeatureKind::vertex) {
      if (!in_prism(other, face.face, x, slack_)) {
        nearest_edge(other, face.face, x, face);
        return WalkOutcome::moved;
      }
    } else {
      const Span<T> over = clip_to_prism(other, face.face, p, u, slack_);
      const T rise = absolute(dot(other.normal(face.face), u));
      if (rise > slack_ || over.from > over.to) return to_border(body, f, other, face);
      x = p + T(0.5) * (over.from + over.to) * u;
    }
    const T height = other.above(face.face, x);
    if (height < -slack_) return search(other, face, x);
    const Vec3<T> w = -height * other.normal(face.face);
    point = x;
    projection = x + w;
    // w is the face's normal but for its length, so its direction is exact to the last digits.
    const T exact = T(16) * epsilon_of<T>() * height;
    return leave(body, f, projection, w, exact) ? WalkOutcome::moved : WalkOutcome::closest;
  }

  // An edge and a face that are not parallel, or not one over the other: their nearest points are
  // an end of the edge, or on an edge of the face.
  TALUS_HD WalkOutcome to_border(const PosedPolyhedron<T>& body, Feature& f,
                                 const PosedPolyhedron<T>& other, Feature& face) const {
    const Vec3<T> p = body.corner(f.corner), u = edge_vector(body, f);
    const Feature edge = f, whole = face;
    T least = infinity_of<T>();
    consider_ends(body, edge, other, whole, least, f, face);
    for (int k = other.first_corner(whole.face); k < other.end_corner(whole.face); ++k) {
      const Feature border{FeatureKind::edge, whole.face, k};
      const NearestPoints<T> near =
          nearest_on_segments(p, u, other.corner(k), edge_vector(other, border));
      const T apart = norm(near.b - near.a);
      if (!(apart < least)) continue;
      least = apart;
      f = edge;
      face = border;
    }
    return WalkOutcome::moved;
  }

  TALUS_HD void consider_ends(const PosedPolyhedron<T>& body, const Feature& edge,
                              const PosedPolyhedron<T>& other, const Feature& whole, T& least,
                              Feature& f, Feature& face) const {
    for (int end = 0; end < 2; ++end) {
      const int k = end == 0 ? edge.corner : body.next(edge.face, edge.corner);
      const Vec3<T> x = body.corner(k);
      const T apart = absolute(other.above(whole.face, x));
      if (!(apart < least) || !in_prism(other, whole.face, x, slack_)) continue;
      least = apart;
      f = {FeatureKind::vertex, edge.face, k};
      face = whole;
    }
  }

  TALUS_HD WalkOutcome face_to_face() {
    const int fa = feature_a_.face, fb = feature_b_.face;
    T lowest = infinity_of<T>(), highest = -infinity_of<T>();
    bool over = in_prism(b_, fb, a_.corner(feature_a_.corner), slack_);
    Vec3<T> x = a_.corner(feature_a_.corner);
    x = x - b_.above(fb, x) * b_.normal(fb);
    for (int k = b_.first_corner(fb); k < b_.end_corner(fb); ++k) {
      const Vec3<T> q = b_.corner(k), v = b_.along(k, b_.next(fb, k));
      lowest = smaller(lowest, a_.above(fa, q));
      highest = larger(highest, a_.above(fa, q));
      const Span<T> span = clip_to_prism(a_, fa, q, v, slack_);
      if (over || span.from > span.to) continue;
      over = true;
      x = q + T(0.5) * (span.from + span.to) * v;
    }
    if (highest - lowest > slack_ || !over) return borders();
    const T height = a_.above(fa, x);
    const Vec3<T> projection = x - height * a_.normal(fa);
    if (height < -slack_) return search(a_, feature_a_, x);
    if (b_.above(fb, projection) < -slack_) return search(b_, feature_b_, projection);
    points_ = {projection, x};
    return WalkOutcome::closest;
  }

  // Two faces that are not parallel: the nearest of their edges, or a corner of one over the other.
  TALUS_HD WalkOutcome borders() {
    const Feature whole_a = feature_a_, whole_b = feature_b_;
    T least = infinity_of<T>();
    for (int l = b_.first_corner(whole_b.face); l < b_.end_corner(whole_b.face); ++l) {
      consider_ends(b_, {FeatureKind::edge, whole_b.face, l}, a_, whole_a, least, feature_b_,
                    feature_a_);
    }
    for (int k = a_.first_corner(whole_a.face); k < a_.end_corner(whole_a.face); ++k) {
      const Feature edge_a{FeatureKind::edge, whole_a.face, k};
      consider_ends(a_, edge_a, b_, whole_b, least, feature_a_, feature_b_);
      for (int l = b_.first_corner(whole_b.face); l < b_.end_corner(whole_b.face); ++l) {
        const Feature edge_b{FeatureKind::edge, whole_b.face, l};
        const NearestPoints<T> near = nearest_on_segments(a_.corner(k), edge_vector(a_, edge_a),
                                                          b_.corner(l), edge_vector(b_, edge_b));
        const T apart = norm(near.b - near.a);
        if (!(apart < least)) continue;
        least = apart;
        feature_a_ = edge_a;
        feature_b_ = edge_b;
      }
    }
    return WalkOutcome::moved;
  }

  PosedPolyhedron<T> a_, b_;
  Feature feature_a_, feature_b_;
  T slack_;
  NearestPoints<T> points_;
};

}  // namespace talus::polyhedron_polyhedron
