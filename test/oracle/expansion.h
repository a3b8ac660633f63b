// A bracket of the penetration depth of any two convex bodies, the global one, from their support
// functions alone.
//
// The difference body D = {a - b} has the support function H(n) = h_A(n) + h_B(-n), and the depth
// is the least H over unit n: the distance of the origin from the boundary of D. Support points of
// D span an inner polytope; its face nearest to the origin is pushed out to a support point of D
// until the nearest face lies within the tolerance of the least H found.
//   upper: the least H found, the depth of a real direction;
//   lower: the distance of the nearest face. The inner polytope is part of D, and so is a ball of
//          that radius around the origin.
// Kinks of H (facets of D) are no obstacle, since the polytope meets them as planes; at a nearest
// point the boundary of D is flatter than the ball that touches it, so the faces converge quickly
// there. It is slow only where whole curves of directions are equally deep (concentric bodies of
// revolution): then the bracket stays open.
#pragma once

#include <queue>
#include <vector>

#include "oracle/vector.h"

namespace oracle {

template <class R>
struct DepthBracket {
  R lower{}, upper{};
  Vec<R> normal{};  // of upper
  bool closed{};
  int supports{};
};

template <class R, class SupportA, class SupportB>
class Expansion {
 public:
  // support_a(n): a point of A farthest along n; support_b likewise.
  Expansion(SupportA support_a, SupportB support_b, const R& size)
      : support_a_(support_a), support_b_(support_b), size_(size) {}

  // `known` is the depth of some direction, or infinite.
  DepthBracket<R> run(const R& known, const R& tolerance, int max_supports) {
    result_.upper = known;
    result_.lower = -size_;
    if (!start()) return result_;
    while (!queue_.empty() && result_.supports < max_supports) {
      const int f = queue_.top().second;
      if (!faces_[f].alive) {
        queue_.pop();
        continue;
      }
      result_.lower = faces_[f].distance;
      if (result_.upper - result_.lower <= tolerance || result_.upper < 0) {
        result_.closed = result_.upper >= 0;
        return result_;
      }
      queue_.pop();
      if (!expand(f)) return result_;
    }
    return result_;
  }

 private:
  struct Face {
    int vertex[3];
    int neighbour[3];  // across vertex[i] -> vertex[i + 1]
    Vec<R> normal;
    R distance;
    bool alive;
  };

  Vec<R> support(const Vec<R>& n) {
    ++result_.supports;
    const Vec<R> p = support_a_(n) - support_b_(-n);
    const R h = dot(n, p);
    if (h < result_.upper) {
      result_.upper = h;
      result_.normal = n;
    }
    return p;
  }

  int add_face(int u, int v, int w) {
    Face face{{u, v, w}, {-1, -1, -1}, {}, R(0), true};
    const Vec<R> n = cross(vertices_[v] - vertices_[u], vertices_[w] - vertices_[u]);
    const R area = length(n);
    if (!(area > 0)) return -1;
    face.normal = (R(1) / area) * n;
    face.distance = dot(face.normal, vertices_[u]);
    faces_.push_back(face);
    const int index = static_cast<int>(faces_.size()) - 1;
    queue_.push({face.distance, index});
    return index;
  }

  // A tetrahedron of support points, each the farthest from what the others span.
  bool start() {
    const Vec<R> axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Vec<R> p0, p1;
    R best = -1;
    for (const Vec<R>& e : axes) {
      const Vec<R> plus = support(e), minus = support(-e);
      if (length(plus - minus) > best) {
        best = length(plus - minus);
        p0 = minus;
        p1 = plus;
      }
    }
    if (!(best > 0)) return false;
    const Vec<R> line = unit(p1 - p0);
    Vec<R> p2;
    best = -1;
    for (const Vec<R>& e : axes) {
      const Vec<R> side = e - dot(e, line) * line;
      if (length(side) < R(0.3L)) continue;
      for (const Vec<R>& n : {unit(side), -unit(side)}) {
        const Vec<R> p = support(n);
        const R away = length(cross(p - p0, line));
        if (away > best) {
          best = away;
          p2 = p;
        }
      }
    }
    if (!(best > 0)) return false;
    const Vec<R> plane = unit(cross(p1 - p0, p2 - p0));
    const Vec<R> up = support(plane), down = support(-plane);
    const R above = dot(plane, up - p0), below = -dot(plane, down - p0);
    const bool use_up = above >= below;
    if (!(std::max(above, below) > size_ * R(1e-17L))) return false;
    vertices_ = {p0, p1, p2, use_up ? up : down};
    if (use_up) std::swap(vertices_[1], vertices_[2]);
    // Faces counter-clockwise from outside, with the fourth vertex below the plane (0, 1, 2).
    const int f[4] = {add_face(0, 1, 2), add_face(0, 3, 1), add_face(1, 3, 2), add_face(2, 3, 0)};
    for (const int index : f) {
      if (index < 0) return false;
    }
    link(f[0], 0, f[1], 2);
    link(f[0], 1, f[2], 2);
    link(f[0], 2, f[3], 2);
    link(f[1], 1, f[2], 0);
    link(f[2], 1, f[3], 0);
    link(f[3], 1, f[1], 0);
    return true;
  }

  void link(int f, int side_f, int g, int side_g) {
    faces_[f].neighbour[side_f] = g;
    faces_[g].neighbour[side_g] = f;
  }

  // Pushes the face out to the support point along its normal. False if the polytope cannot grow
  // there in this precision though the bracket is open.
  bool expand(int f) {
    const Vec<R> p = support(faces_[f].normal);
    const R gain = dot(faces_[f].normal, p) - faces_[f].distance;
    if (!(gain > size_ * R(1e-18L))) {
      // The face is a facet of D: final, and nearer ones no longer exist.
      result_.closed = result_.upper >= 0;
      result_.lower = faces_[f].distance;
      return false;
    }
    const int index = static_cast<int>(vertices_.size());
    vertices_.push_back(p);
    horizon_.clear();
    faces_[f].alive = false;
    for (int side = 0; side < 3; ++side) cross_edge(f, side, p);
    // One new face per edge of the horizon, linked around the ring.
    const int first = static_cast<int>(faces_.size());
    const int count = static_cast<int>(horizon_.size());
    for (const auto& [face, side] : horizon_) {
      const int u = faces_[face].vertex[(side + 1) % 3], v = faces_[face].vertex[side];
      const int made = add_face(u, v, index);
      if (made < 0) return false;
      link(made, 0, face, side);
    }
    for (int i = 0; i < count; ++i) {
      const int g = first + i, next = first + (i + 1) % count;
      if (faces_[g].vertex[1] != faces_[next].vertex[0]) return false;
      link(g, 1, next, 2);
    }
    return true;
  }

  void cross_edge(int f, int side, const Vec<R>& p) {
    const int g = faces_[f].neighbour[side];
    if (!faces_[g].alive) return;
    int back = 0;
    while (faces_[g].neighbour[back] != f ||
           faces_[g].vertex[back] != faces_[f].vertex[(side + 1) % 3]) {
      ++back;
    }
    if (dot(faces_[g].normal, p) - faces_[g].distance > size_ * R(1e-19L)) {
      faces_[g].alive = false;
      cross_edge(g, (back + 1) % 3, p);
      cross_edge(g, (back + 2) % 3, p);
    } else {
      horizon_.push_back({g, back});
    }
  }

  using Entry = std::pair<R, int>;
  SupportA support_a_;
  SupportB support_b_;
  R size_;
  DepthBracket<R> result_;
  std::vector<Vec<R>> vertices_;
  std::vector<Face> faces_;
  std::vector<std::pair<int, int>> horizon_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> queue_;
};

template <class R, class SupportA, class SupportB>
DepthBracket<R> bracket_depth(SupportA support_a, SupportB support_b, const R& size, const R& known,
                              const R& tolerance, int max_supports) {
  return Expansion<R, SupportA, SupportB>(support_a, support_b, size)
      .run(known, tolerance, max_supports);
}

}  // namespace oracle
