// A convex polytope inside the Minkowski difference C, grown one support point at a time. The
// distance of a face's plane from the origin is a lower bound of h(n) = max over C of n.c in that
// direction, so the nearest face bounds the penetration depth from below: a ball of that radius
// lies inside C.
//
// Fixed size, no allocation. A step that floating point makes inconsistent (a horizon that is not
// one closed loop) leaves the polytope unchanged and returns false.
#pragma once

#include "talus/narrow/engine/first_faces.h"
#include "talus/narrow/engine/support_pair.h"

namespace talus::engine {

template <class T>
class Polytope {
 public:
  // Fixed storage, 94 kB in double. Expansions of the production methods stay far below; one that
  // does not stops with an open bracket. No derivation.
  static constexpr int max_vertices = 384;
  static constexpr int max_faces = 2 * max_vertices;

  struct Face {
    Vec3<T> normal;  // unit, outward
    T offset;
    int vertex[3];  // counter-clockwise seen from outside
    int across[3];  // across[i]: the face beyond the edge vertex[i] -> vertex[i + 1]
    bool visible;
    bool refined;  // its normal has been taken from the features' own edges
  };

  // Four points that span a volume; `rounding` is the absolute error of their coordinates.
  TALUS_HD bool start(const SupportPair<T>* point, T rounding) {
    rounding_ = rounding;
    vertex_count_ = 4;
    face_end_ = 4;
    free_count_ = 0;
    for (int i = 0; i < 4; ++i) vertex_[i] = point[i];
    const T volume =
        dot(point[3].c - point[0].c, cross(point[1].c - point[0].c, point[2].c - point[0].c));
    // Vertex 3 must lie behind face 0 1 2.
    if (volume > T(0)) {
      const SupportPair<T> swapped = vertex_[1];
      vertex_[1] = vertex_[2];
      vertex_[2] = swapped;
    }
    bool solid = volume != T(0);
    for (int f = 0; f < 4; ++f) {
      for (int i = 0; i < 3; ++i) {
        face_[f].vertex[i] = tetrahedron_vertex(f, i);
        face_[f].across[i] = tetrahedron_neighbour(f, i);
      }
      solid = set_plane(f) && solid;
    }
    return solid;
  }

  // The face with the lowest bound of h: its plane's distance, unless raise_bound replaced it.
  TALUS_HD int nearest_face() const {
    int best = 0;
    for (int f = 1; f < face_end_; ++f) {
      if (bound_[f] < bound_[best]) best = f;
    }
    return best;
  }

  TALUS_HD bool refined(int f) const { return face_[f].refined; }

  // Replaces the normal of face f by a more accurate one.
  TALUS_HD void refine(int f, const Vec3<T>& normal) {
    Face& face = face_[f];
    face.normal = normal;
    face.refined = true;
    set_offset(f);
  }

  // Another proof has shown h >= `bound` for all directions that face f bounds by less.
  TALUS_HD void raise_bound(int f, T bound) { bound_[f] = bound; }
  TALUS_HD T bound(int f) const { return bound_[f]; }

  TALUS_HD const Vec3<T>& normal(int f) const { return face_[f].normal; }
  TALUS_HD T offset(int f) const { return face_[f].offset; }
  TALUS_HD bool full() const { return vertex_count_ == max_vertices; }

  // The face as a simplex, with the barycentric coordinates of the origin's projection on its
  // plane; not all positive if that lies outside the triangle.
  TALUS_HD Simplex<T> face_simplex(int f) const {
    Simplex<T> s;
    s.count = 3;
    for (int i = 0; i < 3; ++i) s.point[i] = vertex_[face_[f].vertex[i]];
    const Vec3<T>& n = face_[f].normal;
    const Vec3<T> projection = face_[f].offset * n;
    T sum = T(0);
    for (int i = 0; i < 3; ++i) {
      const Vec3<T> p = s.point[(i + 1) % 3].c - projection,
                    q = s.point[(i + 2) % 3].c - projection;
      s.weight[i] = dot(n, cross(p, q));
      sum = sum + s.weight[i];
    }
    for (int i = 0; i < 3; ++i) s.weight[i] = sum > T(0) ? s.weight[i] / sum : T(1) / T(3);
    return s;
  }

  // A flat side of C is many triangles in one plane. From its nearest face f, the one among them
  // that the origin projects into.
  TALUS_HD int face_under_origin(int f, T flat) const {
    // A choice: each step crosses an edge towards the projection, and flat sides of C have few
    // triangles. One that is not reached leaves the bound right, only not tight.
    constexpr int max_steps = 16;
    for (int step = 0; step < max_steps; ++step) {
      const Simplex<T> s = face_simplex(f);
      int outside = 0;
      for (int i = 1; i < 3; ++i) outside = s.weight[i] < s.weight[outside] ? i : outside;
      if (!(s.weight[outside] < T(0))) return f;
      const int g = face_[f].across[(outside + 1) % 3];
      if (face_[g].offset > face_[f].offset + flat) return f;
      f = g;
    }
    return f;
  }

  // Adds w, which lies beyond face f. False if the storage is full or the horizon is not one loop.
  TALUS_HD bool expand(int f, const SupportPair<T>& w) {
    if (vertex_count_ == max_vertices) return false;
    const int visible_count = find_visible(f, w.c);
    const bool added = visible_count > 0 && replace_visible(visible_count, w);
    for (int k = 0; k < visible_count; ++k) face_[stack_[k]].visible = false;
    return added;
  }

 private:
  // All faces that w sees, found by walking from f; their indices in stack_. 0 if too many.
  TALUS_HD int find_visible(int f, const Vec3<T>& w) {
    stack_[0] = f;
    face_[f].visible = true;
    int count = 1;
    for (int k = 0; k < count; ++k) {
      for (int i = 0; i < 3; ++i) {
        const int g = face_[stack_[k]].across[i];
        if (face_[g].visible) continue;
        if (dot(face_[g].normal, w) - face_[g].offset > rounding_) {
          face_[g].visible = true;
          stack_[count++] = g;
        }
      }
    }
    return count;
  }

  TALUS_HD bool replace_visible(int visible_count, const SupportPair<T>& w) {
    // The horizon: edges between a visible and a hidden face, as (start, end, hidden face, its
    // edge).
    int edge_count = 0;
    for (int k = 0; k < visible_count; ++k) {
      const Face& face = face_[stack_[k]];
      for (int i = 0; i < 3; ++i) {
        const int g = face.across[i];
        if (face_[g].visible) continue;
        if (edge_count == max_horizon) return false;
        horizon_[edge_count++] = {face.vertex[i], face.vertex[(i + 1) % 3], g};
      }
    }
    if (edge_count < 3 || !order_horizon(edge_count)) return false;
    const int free_after = free_count_ + visible_count - edge_count;
    if (free_after < 0 && face_end_ - free_after > max_faces) return false;

    for (int k = 0; k < visible_count; ++k) release(stack_[k]);
    const int apex = vertex_count_++;
    vertex_[apex] = w;
    int slot[max_horizon];
    for (int k = 0; k < edge_count; ++k) slot[k] = claim();
    for (int k = 0; k < edge_count; ++k) {
      const HorizonEdge& edge = horizon_[k];
      Face& face = face_[slot[k]];
      face.vertex[0] = edge.from;
      face.vertex[1] = edge.to;
      face.vertex[2] = apex;
      face.across[0] = edge.hidden;
      face.across[1] = slot[k + 1 < edge_count ? k + 1 : 0];
      face.across[2] = slot[k > 0 ? k - 1 : edge_count - 1];
      face.visible = false;
      Face& hidden = face_[edge.hidden];
      for (int i = 0; i < 3; ++i) {
        if (hidden.vertex[i] == edge.to && hidden.vertex[(i + 1) % 3] == edge.from) {
          hidden.across[i] = slot[k];
        }
      }
      // A triangle without area lies in its neighbour's plane to rounding.
      if (!set_plane(slot[k])) {
        face.normal = hidden.normal;
        face.offset = hidden.offset;
        face.refined = hidden.refined;
        bound_[slot[k]] = hidden.offset;
      }
    }
    return true;
  }

  struct HorizonEdge {
    int from, to, hidden;
  };

  // Sorts the horizon into one closed loop; false if it is anything else.
  TALUS_HD bool order_horizon(int count) {
    for (int k = 0; k + 1 < count; ++k) {
      int next = k + 1;
      while (next < count && horizon_[next].from != horizon_[k].to) ++next;
      if (next == count) return false;
      const HorizonEdge swapped = horizon_[k + 1];
      horizon_[k + 1] = horizon_[next];
      horizon_[next] = swapped;
    }
    return horizon_[count - 1].to == horizon_[0].from;
  }

  TALUS_HD bool set_plane(int f) {
    Face& face = face_[f];
    face.visible = false;
    const Vec3<T>& p = vertex_[face.vertex[0]].c;
    const Vec3<T>& q = vertex_[face.vertex[1]].c;
    const Vec3<T>& r = vertex_[face.vertex[2]].c;
    const Vec3<T> pq = q - p, qr = r - q, rp = p - r;
    // The two shorter edges give the normal with the least cancellation.
    const T l_pq = norm_squared(pq), l_qr = norm_squared(qr), l_rp = norm_squared(rp);
    Vec3<T> n;
    if (l_pq >= l_qr && l_pq >= l_rp) {
      n = cross(qr, rp);
    } else if (l_qr >= l_rp) {
      n = cross(rp, pq);
    } else {
      n = cross(pq, qr);
    }
    const T longest_squared = larger(l_pq, larger(l_qr, l_rp));
    const T area_squared = norm_squared(n);
    if (!(area_squared > rounding_ * rounding_ * longest_squared)) return false;
    face.normal = n / square_root(area_squared);
    face.refined = false;
    face.offset = dot(face.normal, p);
    bound_[f] = face.offset;
    return true;
  }

  // The lowest of the three vertices: the plane's distance to the last digit.
  TALUS_HD void set_offset(int f) {
    Face& face = face_[f];
    const Vec3<T>& n = face.normal;
    face.offset =
        smaller(dot(n, vertex_[face.vertex[0]].c),
                smaller(dot(n, vertex_[face.vertex[1]].c), dot(n, vertex_[face.vertex[2]].c)));
    bound_[f] = face.offset;
  }

  TALUS_HD int claim() { return free_count_ > 0 ? free_[--free_count_] : face_end_++; }
  TALUS_HD void release(int f) {
    bound_[f] = infinity_of<T>();
    free_[free_count_++] = f;
  }

  static constexpr int max_horizon = 128;

  SupportPair<T> vertex_[max_vertices];
  Face face_[max_faces];
  T bound_[max_faces];
  int free_[max_faces];
  int stack_[max_faces];
  HorizonEdge horizon_[max_horizon];
  T rounding_;
  int vertex_count_, face_end_, free_count_;
};

}  // namespace talus::engine
