// The body with vertices: a polyhedron, a segment, or a point (the centre of a sphere). Functions
// of the body in its own frame, and classes for the body in the frame of the smooth body.
#pragma once

#include "talus/math/pose.h"
#include "talus/shape/polyhedron_view.h"
#include "talus/shape/segment.h"

namespace talus::smooth_vertex_body {

template <class T>
TALUS_HD int vertex_count(const PolyhedronView<T>& b) {
  return b.vertex_count;
}
template <class T>
TALUS_HD Vec3<T> vertex_of(const PolyhedronView<T>& b, int k) {
  return b.vertex(k);
}
// The vertex farthest along a direction; on large bodies by climbing the edges from `near`.
template <class T>
TALUS_HD int farthest_vertex(const PolyhedronView<T>& b, const Vec3<T>& along, int near) {
  return b.vertex_count > scan_vertex_limit ? climb(b, along, near) : support_vertex(b, along);
}
// Bound on the coordinates of the vertices after any rotation.
template <class T>
TALUS_HD T reach_of(const PolyhedronView<T>& b) {
  return T(2) * max_norm(b.bounds.centre) + b.bounds.radius;
}
template <class T>
TALUS_HD T radius_of(const PolyhedronView<T>& b) {
  return b.bounds.radius;
}

template <class T>
TALUS_HD int vertex_count(const Segment<T>&) {
  return 2;
}
template <class T>
TALUS_HD Vec3<T> vertex_of(const Segment<T>& b, int k) {
  return k == 0 ? b.from : b.to;
}
template <class T>
TALUS_HD int farthest_vertex(const Segment<T>& b, const Vec3<T>& along, int) {
  return dot(along, b.to - b.from) > T(0) ? 1 : 0;
}
template <class T>
TALUS_HD T reach_of(const Segment<T>& b) {
  return T(2) * larger(max_norm(b.from), max_norm(b.to));
}
template <class T>
TALUS_HD T radius_of(const Segment<T>& b) {
  return T(0.5) * norm(b.to - b.from);
}

template <class T>
class VertexBodyPolyhedron {
 public:
  TALUS_HD VertexBodyPolyhedron(const PolyhedronView<T>& body, const RelativePose<T>& pose)
      : body_(body), pose_(pose) {}

  TALUS_HD int farthest(const Vec3<T>& n, int near) const {
    return farthest_vertex(body_, pose_.direction_to_b(n), near);
  }
  TALUS_HD Vec3<T> vertex(int k) const { return pose_.point_to_a(body_.vertex(k)); }
  TALUS_HD int count() const { return body_.vertex_count; }
  TALUS_HD BoundingSphere<T> bounds() const {
    return {pose_.point_to_a(body_.bounds.centre), body_.bounds.radius};
  }
  // A ball inside the body.
  TALUS_HD BoundingSphere<T> inner() const {
    return {pose_.point_to_a(body_.inner.centre), body_.inner.radius};
  }
  // Bound on the coordinates of the vertices.
  TALUS_HD T reach() const {
    return max_norm(pose_.translation) + max_norm(body_.bounds.centre) * T(2) + body_.bounds.radius;
  }

 private:
  const PolyhedronView<T>& body_;
  const RelativePose<T>& pose_;
};

template <class T>
class VertexBodySegment {
 public:
  TALUS_HD VertexBodySegment(const Segment<T>& body, const RelativePose<T>& pose)
      : along_(pose.rotation * (body.to - body.from)),
        end_{pose.point_to_a(body.from), pose.point_to_a(body.to)} {}

  TALUS_HD int farthest(const Vec3<T>& n, int) const { return dot(n, along_) > T(0) ? 1 : 0; }
  TALUS_HD Vec3<T> vertex(int k) const { return end_[k]; }
  TALUS_HD int count() const { return 2; }
  TALUS_HD BoundingSphere<T> bounds() const {
    return {T(0.5) * (end_[0] + end_[1]), T(0.5) * norm(along_)};
  }
  // A ball of radius zero; the best centre is the point nearest to the centre of the smooth body.
  TALUS_HD BoundingSphere<T> inner() const {
    return {nearest_point(Segment<T>{end_[0], end_[1]}, Vec3<T>{}), T(0)};
  }
  TALUS_HD T reach() const { return larger(max_norm(end_[0]), max_norm(end_[1])); }

 private:
  Vec3<T> along_, end_[2];
};

template <class T>
class VertexBodyPoint {
 public:
  TALUS_HD explicit VertexBodyPoint(const Vec3<T>& point) : point_(point) {}

  TALUS_HD int farthest(const Vec3<T>&, int) const { return 0; }
  TALUS_HD Vec3<T> vertex(int) const { return point_; }
  TALUS_HD int count() const { return 1; }
  TALUS_HD BoundingSphere<T> bounds() const { return {point_, T(0)}; }
  TALUS_HD BoundingSphere<T> inner() const { return {point_, T(0)}; }
  TALUS_HD T reach() const { return max_norm(point_); }

 private:
  Vec3<T> point_;
};

}  // namespace talus::smooth_vertex_body
