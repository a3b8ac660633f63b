// The local minima of the depth of two overlapping polyhedra: the faces of C = A - B that contain
// the projection of the origin. Few features can take part: a local minimum of depth h along n has
// points p_a on A and p_b on B with p_a - p_b = h n, so that both lie within the least depth plus h
// of the top of their body, along the normal of the least depth.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/facet.h"
#include "talus/narrow/polyhedron_polyhedron/rounded_depth.h"

namespace talus::polyhedron_polyhedron {

// The vertices of a body within `reach` of its top along `outward`, in the order of their numbers;
// if they are too many, the highest ones, and `reach` is the height of the first that is left out
// below the top: a continuous function of the pose.
template <class T>
struct TopVertices {
  static constexpr int capacity = RoundedDepthLimits::near_vertices;
  T reach;
  int count{};
  int vertex[capacity];

  TALUS_HD TopVertices(const WorldPolyhedron<T>& body, const Vec3<T>& outward, const T& within)
      : reach(within) {
    const Vec3<T> up = transpose_times(body.rotation, outward);
    const T top = dot(up, body.view.vertex(farthest_vertex(body.view, up))), limit = top - within;
    T highest_left_out = limit, height[capacity];
    const LaneVec3<T> along = in_all_lanes(up);
    for (int i = 0; i < body.view.vertex_count; i += lane_count) {
      const auto at = load_lanes(body.view.x + i, body.view.y + i, body.view.z + i);
      unsigned above = bits_of(Lanes<T>::all(highest_left_out) < dot(along, at));
      for (; above != 0; above &= above - 1) {
        const int k = i + lowest_bit(above);
        if (k >= body.view.vertex_count) break;  // the last lanes hold copies
        add(k, dot(up, body.view.vertex(k)), height, highest_left_out);
      }
    }
    if (highest_left_out > limit) reach = top - highest_left_out;
  }
  TALUS_HD bool contains(int index) const {
    for (int i = 0; i < count; ++i) {
      if (vertex[i] == index) return true;
    }
    return false;
  }

 private:
  // Replaces the lowest vertex if there is no space.
  TALUS_HD void add(int index, const T& at, T (&height)[capacity], T& highest_left_out) {
    int to = count;
    if (count == capacity) {
      to = 0;
      for (int i = 1; i < capacity; ++i) {
        if (height[i] < height[to]) to = i;
      }
      highest_left_out = larger(highest_left_out, smaller(at, height[to]));
      if (!(at > height[to])) return;
    } else {
      ++count;
    }
    vertex[to] = index;
    height[to] = at;
  }
};

template <class T>
class LocalMinima {
 public:
  TALUS_HD LocalMinima(const WorldPolyhedron<T>& a, const WorldPolyhedron<T>& b,
                       const ContactPlane<T>& least, const T& below)
      : a_(a),
        b_(b),
        top_a_(a, least.normal, least.depth + below),
        top_b_(b, -least.normal, least.depth + below),
        middle_(least.middle),
        least_(least.depth),
        below_(below) {}

  // All local minima below this depth are visited.
  TALUS_HD T complete_below() const {
    return smaller(below_, smaller(top_a_.reach, top_b_.reach) - least_);
  }
  // Calls visit(plane) for each local minimum of a depth below the limit. Faces that touch along a
  // whole side give one for each vertex.
  template <class Visit>
  TALUS_HD void visit_all(const Visit& visit) const {
    on_faces(a_, b_, top_b_, T(1), visit);
    on_faces(b_, a_, top_a_, T(-1), visit);
    on_edges(visit);
  }

 private:
  // Relative to the middle of the contact, so that coordinates far from the origin lose no digits.
  TALUS_HD Vec3<T> point(const WorldPolyhedron<T>& body, int vertex) const {
    return body.rotation * body.view.vertex(vertex) + (body.position - middle_);
  }
  // Whether no edge at the vertex rises along `up`, but for rounding.
  TALUS_HD static bool is_highest(const WorldPolyhedron<T>& body, int vertex, const Vec3<T>& up) {
    const PolyhedronView<T>& view = body.view;
    const T rounding = T(16) * epsilon_of<T>() * view.bounds.radius;
    const Vec3<T> n = transpose_times(body.rotation, up), from = view.vertex(vertex);
    for (int k = view.neighbour_start[vertex]; k < view.neighbour_start[vertex + 1]; ++k) {
      if (dot(n, view.vertex(view.neighbour[k]) - from) > rounding) return false;
    }
    return true;
  }
  template <class Visit>
  TALUS_HD void found(const Vec3<T>& n, const T& depth, const Vec3<T>& middle,
                      const Visit& visit) const {
    visit(ContactPlane<T>{middle_ + middle, n, tangent_frame(n), depth});
  }

  // `sign` makes the outward normal of the body one from A to B.
  template <class Visit>
  TALUS_HD void on_faces(const WorldPolyhedron<T>& body, const WorldPolyhedron<T>& other,
                         const TopVertices<T>& of_other, const T& sign, const Visit& visit) const {
    for (int i = 0; i < of_other.count; ++i) {
      const Vec3<T> p = point(other, of_other.vertex[i]);
      const Vec3<T> in_body = transpose_times(body.rotation, p - (body.position - middle_));
      for (int f = 0; f < body.view.face_count; ++f) {
        const Vec3<T>& n = body.view.face_normal[f];
        const T depth = body.view.face_offset[f] - dot(n, in_body);
        if (!(depth > T(0)) || !(depth < below_)) continue;
        const Vec3<T> outward = body.rotation * n;
        if (!is_highest(other, of_other.vertex[i], -outward)) continue;
        if (!(inside_face(body.view, f, in_body + depth * n) >= T(0))) continue;
        found(sign * outward, depth, p + (T(0.5) * depth) * outward, visit);
      }
    }
  }

  // Calls visit(vertex, neighbour) once for each edge at one of the vertices.
  template <class Visit>
  TALUS_HD static void for_edges(const WorldPolyhedron<T>& body, const TopVertices<T>& top,
                                 const Visit& visit) {
    const PolyhedronView<T>& view = body.view;
    for (int i = 0; i < top.count; ++i) {
      const int from = top.vertex[i];
      for (int k = view.neighbour_start[from]; k < view.neighbour_start[from + 1]; ++k) {
        const int to = view.neighbour[k];
        if (from < to || !top.contains(to)) visit(from, to);
      }
    }
  }

  template <class Visit>
  TALUS_HD void on_edges(const Visit& visit) const {
    for_edges(a_, top_a_, [&](int a0, int a1) {
      const Vec3<T> from_a = point(a_, a0), u = point(a_, a1) - from_a;
      for_edges(b_, top_b_, [&](int b0, int b1) {
        const Vec3<T> from_b = point(b_, b0), v = point(b_, b1) - from_b, w = from_a - from_b;
        const Vec3<T> normal = cross(u, v);
        const T along = dot(normal, w), length = norm(normal);
        if (!(absolute(along) < below_ * length) || !(absolute(along) > T(0))) return;
        const T area = along < T(0) ? -length : length;
        const Vec3<T> n = normal / area;
        // w + s u - t v = depth n
        const T s = -dot(w, cross(v, n)) / area, t = -dot(w, cross(u, n)) / area;
        if (!(s >= T(0)) || !(s <= T(1)) || !(t >= T(0)) || !(t <= T(1))) return;
        if (!is_highest(a_, a0, n) || !is_highest(a_, a1, n)) return;
        if (!is_highest(b_, b0, -n) || !is_highest(b_, b1, -n)) return;
        found(n, along / area, T(0.5) * (from_a + s * u + (from_b + t * v)), visit);
      });
    });
  }

  const WorldPolyhedron<T>&a_, &b_;
  TopVertices<T> top_a_, top_b_;
  Vec3<T> middle_;
  T least_, below_;
};

}  // namespace talus::polyhedron_polyhedron
