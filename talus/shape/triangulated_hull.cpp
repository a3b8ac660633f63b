#include "talus/shape/triangulated_hull.h"

#include "talus/parallel/interrupt.h"
#include "talus/shape/orientation.h"

namespace talus {

namespace {

constexpr int none = -1;
constexpr int next_corner[3] = {1, 2, 0};

// A facet sees the points that lie strictly above its plane. Every point that is still outside the
// hull waits in the list of one facet that sees it.
struct Facet {
  int vertex[3];
  int neighbour[3];
  ExactPlane plane;
  int waiting = none;  // first of the list
  int farthest = none;
  double farthest_height = 0.0;
  bool alive = true;
  bool visible = false;
};

class Quickhull {
 public:
  explicit Quickhull(std::span<const Vec3<double>> points)
      : points_(points), next_waiting_(points.size(), none), facet_from_(points.size(), none) {}

  TriangulatedHull run() {
    find_reach();
    TriangulatedHull hull;
    int corner[4];
    hull.span = find_simplex(corner);
    if (hull.span != Span::solid) return hull;
    start_from(corner);
    while (!pending_.empty()) {
      const int facet = pending_.back();
      pending_.pop_back();
      if (facet_[facet].alive && facet_[facet].waiting != none) {
        add_point(facet_[facet].farthest, facet);
      }
    }
    collect(hull.triangle);
    return hull;
  }

 private:
  void find_reach() {
    Vec3<double> lower = points_[0], upper = points_[0];
    for (const Vec3<double>& p : points_) {
      lower = {smaller(lower.x, p.x), smaller(lower.y, p.y), smaller(lower.z, p.z)};
      upper = {larger(upper.x, p.x), larger(upper.y, p.y), larger(upper.z, p.z)};
    }
    reach_ = upper - lower;
  }

  // The index with the largest value; the first of equals.
  template <class Value>
  int largest(Value value) const {
    int best = 0;
    double best_value = value(points_[0]);
    for (int i = 1; i < static_cast<int>(points_.size()); ++i) {
      const double v = value(points_[i]);
      if (v > best_value) {
        best_value = v;
        best = i;
      }
    }
    return best;
  }

  // The first index for which an exact test holds, or none; evaluated only when the best candidate
  // in floating point fails, that is for points that (almost) lie on a line or plane.
  template <class Test>
  int first_that(Test test) const {
    for (int i = 0; i < static_cast<int>(points_.size()); ++i) {
      if (test(points_[i])) return i;
    }
    return none;
  }

  // Four points far apart that span a solid.
  Span find_simplex(int corner[4]) const {
    if (points_.size() < 2) return Span::point;
    corner[0] = largest([](const Vec3<double>& p) { return -p.x; });
    const Vec3<double>& a = points_[corner[0]];
    corner[1] = largest([&](const Vec3<double>& p) { return max_norm(p - a); });
    const Vec3<double>& b = points_[corner[1]];

    corner[2] = largest([&](const Vec3<double>& p) { return max_norm(cross(b - a, p - a)); });
    const auto off_line = [&](const Vec3<double>& p) { return !are_collinear(a, b, p); };
    if (!off_line(points_[corner[2]])) corner[2] = first_that(off_line);
    if (corner[2] == none) return Span::line;

    const ExactPlane plane(a, b, points_[corner[2]], reach_);
    corner[3] =
        largest([&](const Vec3<double>& p) { return absolute(plane.approximate_height(p)); });
    const auto off_plane = [&](const Vec3<double>& p) { return plane.side(p) != 0; };
    if (!off_plane(points_[corner[3]])) corner[3] = first_that(off_plane);
    if (corner[3] == none) return Span::plane;

    // The fourth below the plane of the first three, so that they are seen counter-clockwise.
    if (plane.side(points_[corner[3]]) > 0) {
      const int swapped = corner[1];
      corner[1] = corner[2];
      corner[2] = swapped;
    }
    return Span::solid;
  }

  int new_facet(int u, int v, int w) {
    check_interrupt();
    int index = static_cast<int>(facet_.size());
    if (free_.empty()) {
      facet_.emplace_back();
    } else {
      index = free_.back();
      free_.pop_back();
      facet_[index] = Facet{};
    }
    Facet& f = facet_[index];
    f.vertex[0] = u;
    f.vertex[1] = v;
    f.vertex[2] = w;
    f.plane = ExactPlane(points_[u], points_[v], points_[w], reach_);
    return index;
  }

  void start_from(const int corner[4]) {
    const int a = corner[0], b = corner[1], c = corner[2], d = corner[3];
    created_ = {new_facet(a, b, c), new_facet(b, a, d), new_facet(c, b, d), new_facet(a, c, d)};
    constexpr int neighbour[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    for (int i = 0; i < 4; ++i) {
      for (int k = 0; k < 3; ++k) facet_[created_[i]].neighbour[k] = created_[neighbour[i][k]];
    }
    for (int p = 0; p < static_cast<int>(points_.size()); ++p) {
      if (p != a && p != b && p != c && p != d) wait_at_created(p);
    }
    for (const int f : created_) {
      if (facet_[f].waiting != none) pending_.push_back(f);
    }
  }

  // A point that no new facet sees is inside the hull: if it saw a facet that stays as well as one
  // that was removed, it would also see a new facet between the two, whose normal is a positive
  // combination of theirs.
  void wait_at_created(int point) {
    const Vec3<double>& p = points_[point];
    for (const int index : created_) {
      Facet& f = facet_[index];
      if (f.plane.side(p) <= 0) continue;
      next_waiting_[point] = f.waiting;
      f.waiting = point;
      const double height = f.plane.approximate_height(p);
      if (f.farthest == none || height > f.farthest_height) {
        f.farthest = point;
        f.farthest_height = height;
      }
      return;
    }
  }

  // Replaces the facets that the point sees by the cone from the point over their boundary, the
  // horizon.
  void add_point(int point, int seen_by) {
    const Vec3<double>& p = points_[point];
    visible_.assign(1, seen_by);
    facet_[seen_by].visible = true;
    created_.clear();
    for (std::size_t i = 0; i < visible_.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        const int removed = visible_[i];
        const int across = facet_[removed].neighbour[k];
        if (facet_[across].visible) continue;
        if (facet_[across].plane.side(p) > 0) {
          facet_[across].visible = true;
          visible_.push_back(across);
        }
      }
    }
    for (const int removed : visible_) {
      for (int k = 0; k < 3; ++k) {
        const int across = facet_[removed].neighbour[k];
        if (facet_[across].visible) continue;
        const int u = facet_[removed].vertex[k], v = facet_[removed].vertex[next_corner[k]];
        const int created = new_facet(u, v, point);
        facet_[created].neighbour[0] = across;
        for (int j = 0; j < 3; ++j) {
          if (facet_[across].vertex[j] == v) facet_[across].neighbour[j] = created;
        }
        facet_from_[u] = created;
        created_.push_back(created);
      }
    }
    for (const int created : created_) {
      const int following = facet_from_[facet_[created].vertex[1]];
      facet_[created].neighbour[1] = following;
      facet_[following].neighbour[2] = created;
    }
    for (const int removed : visible_) {
      facet_[removed].alive = false;
      for (int q = facet_[removed].waiting; q != none;) {
        const int following = next_waiting_[q];
        if (q != point) wait_at_created(q);
        q = following;
      }
    }
    free_.insert(free_.end(), visible_.begin(), visible_.end());
    for (const int f : created_) {
      if (facet_[f].waiting != none) pending_.push_back(f);
    }
  }

  void collect(std::vector<HullTriangle>& triangles) const {
    std::vector<int> position(facet_.size(), none);
    int count = 0;
    for (std::size_t f = 0; f < facet_.size(); ++f) {
      if (facet_[f].alive) position[f] = count++;
    }
    triangles.reserve(count);
    for (const Facet& f : facet_) {
      if (!f.alive) continue;
      HullTriangle t;
      for (int k = 0; k < 3; ++k) {
        t.vertex[k] = f.vertex[k];
        t.neighbour[k] = position[f.neighbour[k]];
      }
      triangles.push_back(t);
    }
  }

  std::span<const Vec3<double>> points_;
  Vec3<double> reach_;
  std::vector<Facet> facet_;
  std::vector<int> free_;     // removed facets, to be used again
  std::vector<int> pending_;  // facets with points waiting
  std::vector<int> visible_, created_;
  std::vector<int> next_waiting_;  // point -> next in the list of its facet
  std::vector<int> facet_from_;    // point -> the new facet whose horizon edge starts there
};

}  // namespace

TriangulatedHull triangulate_hull(std::span<const Vec3<double>> points) {
  return Quickhull(points).run();
}

}  // namespace talus
