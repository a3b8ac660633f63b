// A polytope of vertices of C = A - B around the origin, grown one vertex at a time. Its planes are
// stored in lanes: the nearest one, and those visible from a new vertex, are found eight at a time.
// The distance of the nearest plane is the radius of a ball inside C. A step that rounding makes
// doubtful is refused, and the caller uses a slower method.
#pragma once

#include "talus/narrow/engine/first_faces.h"
#include "talus/narrow/polyhedron_polyhedron/posed_polyhedra.h"

namespace talus::polyhedron_polyhedron {

template <class T>
class InnerPolytope {
 public:
  // Fixed storage. A triangulated polytope of v vertices has 2 v - 4 faces; 128 indices fit a byte.
  static constexpr int max_vertices = 64;
  static constexpr int max_faces = 2 * max_vertices;
  using Index = unsigned char;

  // Four vertices around the origin.
  TALUS_HD bool start(const DifferenceVertex<T>* tetrahedron, T rounding) {
    rounding_ = rounding;
    vertex_count_ = 4;
    face_end_ = free_count_ = 0;
    for (int i = 0; i < 4; ++i) vertex_[i] = tetrahedron[i];
    const Vec3<T>& p = vertex_[0].c;
    // Vertex 3 must lie behind face 0 1 2.
    if (dot(vertex_[3].c - p, cross(vertex_[1].c - p, vertex_[2].c - p)) > T(0)) {
      const DifferenceVertex<T> swapped = vertex_[1];
      vertex_[1] = vertex_[2];
      vertex_[2] = swapped;
    }
    for (int f = 0; f < 4; ++f) {
      slot_[f] = claim();
      for (int i = 0; i < 3; ++i) {
        face_[f].on[i] = static_cast<Index>(engine::tetrahedron_vertex(f, i));
        face_[f].across[i] = static_cast<Index>(engine::tetrahedron_neighbour(f, i));
      }
    }
    return set_planes(4);
  }

  TALUS_HD int nearest_face() const {
    Lanes<T> least = Lanes<T>::load(offset_), block = Lanes<T>::all(T(0));
    for (int i = lane_count; i < face_end_; i += lane_count) {
      const Lanes<T> offset = Lanes<T>::load(offset_ + i);
      block = select(offset < least, Lanes<T>::all(T(i)), block);
      least = smaller(least, offset);
    }
    const int lane = lane_of(least, smallest(least));
    T start[lane_count];
    block.store(start);
    return static_cast<int>(start[lane]) + lane;
  }

  TALUS_HD Vec3<T> normal(int f) const { return {x_[f], y_[f], z_[f]}; }
  TALUS_HD T offset(int f) const { return offset_[f]; }
  TALUS_HD const DifferenceVertex<T>& vertex(int f, int i) const { return vertex_[face_[f].on[i]]; }
  TALUS_HD int across(int f, int i) const { return face_[f].across[i]; }

  // Adds w, which some face sees. False: refused, and the polytope is no longer one.
  TALUS_HD bool add(const DifferenceVertex<T>& w) {
    const int visible_count = find_visible(w.c);
    const int edge_count = find_horizon(visible_count);
    if (edge_count == 0 || vertex_count_ == max_vertices) return false;
    if (face_end_ + edge_count - visible_count - free_count_ > max_faces) return false;
    for (int k = 0; k < visible_count; ++k) {
      retire(seen_[k]);
      free_[free_count_++] = seen_[k];
    }
    for (int k = 0; k < edge_count; ++k) slot_[k] = claim();
    const Index apex = static_cast<Index>(vertex_count_++);
    vertex_[apex] = w;
    for (int k = 0; k < edge_count; ++k) {
      const Edge& edge = horizon_[k];
      Face& face = face_[slot_[k]];
      face = {{edge.from, edge.to, apex},
              {edge.hidden, slot_[k + 1 < edge_count ? k + 1 : 0],
               slot_[k > 0 ? k - 1 : edge_count - 1]}};
      face_[edge.hidden].across[edge.side] = slot_[k];
    }
    return set_planes(edge_count);
  }

 private:
  struct Face {
    Index on[3];      // counter-clockwise seen from outside
    Index across[3];  // across[i]: the face beyond the edge on[i] -> on[i + 1]
  };
  struct Edge {
    Index from, to, hidden, side;  // side: which edge of the hidden face
  };

  TALUS_HD Index claim() {
    if (free_count_ > 0) return free_[--free_count_];
    if (face_end_ % lane_count == 0) {
      for (int i = 0; i < lane_count; ++i) retire(face_end_ + i);
    }
    return static_cast<Index>(face_end_++);
  }

  // Marks a slot as unused: never the nearest plane, never visible.
  TALUS_HD void retire(int f) {
    x_[f] = y_[f] = z_[f] = T(0);
    offset_[f] = infinity_of<T>();
  }

  // Marks the faces visible from w and lists them in seen_.
  TALUS_HD int find_visible(const Vec3<T>& w) {
    const LaneVec3<T> point = in_all_lanes(w);
    const Lanes<T> slack = Lanes<T>::all(rounding_);
    int count = 0;
    for (int i = 0; i < face_end_; i += lane_count) {
      const Lanes<T> height = dot(load_lanes(x_ + i, y_ + i, z_ + i), point);
      unsigned bits = bits_of(Lanes<T>::load(offset_ + i) + slack < height);
      visible_[i / lane_count] = static_cast<unsigned char>(bits);
      for (; bits != 0; bits &= bits - 1) seen_[count++] = static_cast<Index>(i + lowest_bit(bits));
    }
    return count;
  }

  TALUS_HD bool is_visible(int f) const {
    return (visible_[f / lane_count] >> (f % lane_count) & 1) != 0;
  }

  // The edges between visible and hidden faces, in order around; 0 if they are not one loop.
  TALUS_HD int find_horizon(int visible_count) {
    Index leaving[max_vertices] = {};  // vertex -> the edge that starts there
    Edge edge[max_vertices];
    int count = 0;
    for (int k = 0; k < visible_count; ++k) {
      const Face& face = face_[seen_[k]];
      for (int i = 0; i < 3; ++i) {
        const Index g = face.across[i];
        if (is_visible(g)) continue;
        if (count == max_vertices) return 0;
        const Index from = face.on[i], to = face.on[i < 2 ? i + 1 : 0];
        const Index side = face_[g].on[0] == to ? 0 : (face_[g].on[1] == to ? 1 : 2);
        leaving[from] = static_cast<Index>(count);
        edge[count++] = {from, to, g, side};
      }
    }
    int ordered = 0;
    for (int k = 0; ordered < count; k = leaving[edge[k].to]) {
      if (ordered > 0 && (k == 0 || edge[k].from != horizon_[ordered - 1].to)) return 0;
      horizon_[ordered++] = edge[k];
    }
    return count >= 3 && horizon_[count - 1].to == horizon_[0].from ? count : 0;
  }

  // The planes of the faces in slot_. False if one is degenerate: its height is below four
  // roundings. Computed one by one: there are four or five, and gathering their vertices into lanes
  // takes longer than the planes.
  TALUS_HD bool set_planes(int count) {
    bool solid = true;
    for (int k = 0; k < count; ++k) {
      const int f = slot_[k];
      const Face& face = face_[f];
      const Vec3<T>& p = vertex_[face.on[0]].c;
      const Vec3<T> u = vertex_[face.on[1]].c - p, v = vertex_[face.on[2]].c - p;
      Vec3<T> n = cross(u, v);
      const T area_squared = norm_squared(n);
      solid = solid &&
              area_squared > square(T(4) * rounding_) * larger(norm_squared(u), norm_squared(v));
      n = (T(1) / square_root(area_squared)) * n;
      x_[f] = n.x;
      y_[f] = n.y;
      z_[f] = n.z;
      // The lowest vertex: a bound that holds whatever rounding did to n.
      const T second = dot(n, vertex_[face.on[1]].c), third = dot(n, vertex_[face.on[2]].c);
      offset_[f] = smaller(dot(n, p), smaller(second, third));
    }
    return solid;
  }

  T x_[max_faces], y_[max_faces], z_[max_faces], offset_[max_faces];
  Face face_[max_faces];
  DifferenceVertex<T> vertex_[max_vertices];
  unsigned char visible_[max_faces / lane_count];
  Index seen_[max_faces], free_[max_faces], slot_[max_faces];
  Edge horizon_[max_vertices];
  T rounding_;
  int vertex_count_, face_end_, free_count_;
};

}  // namespace talus::polyhedron_polyhedron
