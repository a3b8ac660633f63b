// The local minima of the depth of two overlapping polyhedra: the faces of C = A - B that contain
// the projection of the origin. Few features can take part: a local minimum of depth h along n has
// points p_a on A and p_b on B with p_a - p_b = h n, so that both lie within the least depth plus h
// of the top of their body, along the normal of the least depth.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/facet.h"
#include "talus/narrow/polyhedron_polyhedron/rounded_depth.h"

namespace talus::polyhedron_polyhedron {

struct LocalMinimaLimits {
  static constexpr int top_vertices = 32;  // of each body; fixed storage
  // Height along an edge, in roundings of the bodies' size, up to which it lies in a face of the
  // other body: four times what is_highest allows at each end.
  static constexpr double roundings = 64;
};

// The vertices of a body within `reach` of its top along `outward`, in the order of their numbers;
// if they are too many, the highest ones, and `reach` is the height of the first that is left out
// below the top: a continuous function of the pose.
template <class T>
struct TopVertices {
  static constexpr int capacity = LocalMinimaLimits::top_vertices;
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
      unsigned above = bits_of(Lanes<T>::all(highest_left_out) < dot(along, at)) &
                       lanes_below(body.view.vertex_count, i);
      for (; above != 0; above &= above - 1) {
        const int k = i + lowest_bit(above);
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

// Vectors by component, so that they can be read in lanes.
template <class T, int capacity>
struct VectorTable {
  T x[capacity], y[capacity], z[capacity];

  TALUS_HD void set(int i, const Vec3<T>& v) {
    x[i] = v.x;
    y[i] = v.y;
    z[i] = v.z;
  }
  TALUS_HD LaneVec3<T> lanes(int i) const { return load_lanes(x + i, y + i, z + i); }
};

// Some edges of a body with the normals of their faces, in world coordinates.
template <class T>
struct EdgeTable {
  static constexpr int capacity = 64;  // a choice: most lists fit
  int count{};
  int from[capacity], to[capacity];
  VectorTable<T, capacity> direction, left, right;

  TALUS_HD void add(const WorldPolyhedron<T>& body, int v0, int v1, int edge) {
    const PolyhedronView<T>& view = body.view;
    const int* face = view.edge[edge].face;
    from[count] = v0;
    to[count] = v1;
    direction.set(count, body.rotation * (view.vertex(v1) - view.vertex(v0)));
    left.set(count, body.rotation * view.face_normal[face[0]]);
    right.set(count, body.rotation * view.face_normal[face[1]]);
    ++count;
  }
  TALUS_HD void clear() { count = 0; }
  // The last lanes must hold numbers; lanes_below leaves them out.
  TALUS_HD void pad() {
    for (int i = count; i < whole_lanes(count); ++i) {
      direction.set(i, {});
      left.set(i, {});
      right.set(i, {});
    }
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
    VectorTable<T, TopVertices<T>::capacity> in_body;
    Vec3<T> last{};
    for (int i = 0; i < whole_lanes(of_other.count); ++i) {
      if (i < of_other.count) {
        last = transpose_times(body.rotation,
                               point(other, of_other.vertex[i]) - (body.position - middle_));
      }
      in_body.set(i, last);
    }
    for (int f = 0; f < body.view.face_count; ++f) {
      const LaneVec3<T> n = in_all_lanes(body.view.face_normal[f]);
      const Lanes<T> offset = Lanes<T>::all(body.view.face_offset[f]);
      for (int i = 0; i < of_other.count; i += lane_count) {
        const Lanes<T> depth = offset - dot(n, in_body.lanes(i));
        unsigned near = bits_of((Lanes<T>::all(T(0)) < depth) & (depth < Lanes<T>::all(below_))) &
                        lanes_below(of_other.count, i);
        for (; near != 0; near &= near - 1) {
          on_face(body, f, other, of_other.vertex[i + lowest_bit(near)], sign, visit);
        }
      }
    }
  }
  template <class Visit>
  TALUS_HD void on_face(const WorldPolyhedron<T>& body, int f, const WorldPolyhedron<T>& other,
                        int vertex, const T& sign, const Visit& visit) const {
    const Vec3<T> p = point(other, vertex);
    const Vec3<T> in_body = transpose_times(body.rotation, p - (body.position - middle_));
    const Vec3<T>& n = body.view.face_normal[f];
    const T depth = body.view.face_offset[f] - dot(n, in_body);
    const Vec3<T> outward = body.rotation * n;
    if (!is_highest(other, vertex, -outward)) return;
    if (!(inside_face(body.view, f, in_body + depth * n) >= T(0))) return;
    found(sign * outward, depth, p + (T(0.5) * depth) * outward, visit);
  }

  // Calls visit(vertex, neighbour, edge) once for each edge at one of the vertices.
  template <class Visit>
  TALUS_HD static void for_edges(const WorldPolyhedron<T>& body, const TopVertices<T>& top,
                                 const Visit& visit) {
    const PolyhedronView<T>& view = body.view;
    for (int i = 0; i < top.count; ++i) {
      const int from = top.vertex[i];
      for (int k = view.neighbour_start[from]; k < view.neighbour_start[from + 1]; ++k) {
        const int to = view.neighbour[k];
        if (from < to || !top.contains(to)) visit(from, to, view.neighbour_edge[k]);
      }
    }
  }

  template <class Visit>
  TALUS_HD void on_edges(const Visit& visit) const {
    EdgeTable<T> of_b;
    for_edges(b_, top_b_, [&](int from, int to, int edge) {
      of_b.add(b_, from, to, edge);
      if (of_b.count < EdgeTable<T>::capacity) return;
      on_edges_with(of_b, visit);
      of_b.clear();
    });
    of_b.pad();
    on_edges_with(of_b, visit);
  }
  // Two edges make a face of C only if the arcs of their normals on the sphere cross: each lies on
  // both sides of the other's great circle, or touches it.
  template <class Visit>
  TALUS_HD void on_edges_with(const EdgeTable<T>& of_b, const Visit& visit) const {
    const T rounding = T(LocalMinimaLimits::roundings) * epsilon_of<T>() *
                       (a_.view.bounds.radius + b_.view.bounds.radius);
    const Lanes<T> over = Lanes<T>::all(rounding), under = -over;
    const auto crosses = [&](const Lanes<T>& left, const Lanes<T>& right) {
      return !((over < smaller(left, right)) | (larger(left, right) < under));
    };
    for_edges(a_, top_a_, [&](int from, int to, int edge) {
      const PolyhedronView<T>& view = a_.view;
      const int* face = view.edge[edge].face;
      const LaneVec3<T> u = in_all_lanes(a_.rotation * (view.vertex(to) - view.vertex(from)));
      const LaneVec3<T> left = in_all_lanes(a_.rotation * view.face_normal[face[0]]);
      const LaneVec3<T> right = in_all_lanes(a_.rotation * view.face_normal[face[1]]);
      for (int i = 0; i < of_b.count; i += lane_count) {
        const LaneVec3<T> v = of_b.direction.lanes(i);
        unsigned meet = bits_of(crosses(dot(left, v), dot(right, v)) &
                                crosses(dot(u, of_b.left.lanes(i)), dot(u, of_b.right.lanes(i)))) &
                        lanes_below(of_b.count, i);
        for (; meet != 0; meet &= meet - 1) {
          const int k = i + lowest_bit(meet);
          on_edge_pair(from, to, of_b.from[k], of_b.to[k], visit);
        }
      }
    });
  }
  template <class Visit>
  TALUS_HD void on_edge_pair(int a0, int a1, int b0, int b1, const Visit& visit) const {
    const Vec3<T> from_a = point(a_, a0), u = point(a_, a1) - from_a;
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
  }

  const WorldPolyhedron<T>&a_, &b_;
  TopVertices<T> top_a_, top_b_;
  Vec3<T> middle_;
  T least_, below_;
};

}  // namespace talus::polyhedron_polyhedron
