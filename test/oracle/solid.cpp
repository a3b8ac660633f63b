#include "oracle/solid.h"

#include <algorithm>
#include <cmath>

#include "oracle/arc_grid.h"
#include "oracle/quad.h"

namespace oracle {
namespace {

Vec<Quad> between(const Solid& solid, int from, int to) {
  return vec_of<Quad>(solid.points[to]) - vec_of<Quad>(solid.points[from]);
}

// On which side of the plane of a triple the other points lie. Most volumes that they span with it
// have a clear sign in double.
class Sides {
 public:
  explicit Sides(const Solid& solid) : solid_(solid) {
    const Vec<double> origin = vec_of<double>(solid.points[0]);
    for (const Triple& p : solid.points) rough_.push_back(vec_of<double>(p) - origin);
    for (const Vec<double>& p : rough_) size_ = std::max(size_, length(p));
  }

  // 1: all points on or below the plane (i, j, k), -1: on or above, 0: on both sides, or no plane.
  // Points within 1e-16 of the size count as lying on it.
  int of(int i, int j, int k) const {
    const Vec<double> area = cross(rough_[j] - rough_[i], rough_[k] - rough_[i]);
    const double clear = 1e-13 * size_ * size_ * size_;
    bool above = false, below = false;
    for (const Vec<double>& p : rough_) {
      const double volume = dot(area, p - rough_[i]);
      above = above || volume > clear;
      below = below || volume < -clear;
      if (above && below) return 0;
    }
    const Vec<Quad> exact_area = cross(between(solid_, i, j), between(solid_, i, k));
    const Quad twice = root(dot(exact_area, exact_area));
    if (!(twice > Quad(size_) * size_ * 1e-28)) return 0;
    const Quad on = twice * size_ * 1e-16;
    for (int l = 0; l < static_cast<int>(rough_.size()); ++l) {
      if (l == i || l == j || l == k) continue;
      if (std::abs(dot(area, rough_[l] - rough_[i])) > clear) continue;
      const Quad volume = dot(exact_area, between(solid_, i, l));
      above = above || volume > on;
      below = below || volume < -on;
      if (above && below) return 0;
    }
    return above ? -1 : 1;
  }

 private:
  const Solid& solid_;
  std::vector<Vec<double>> rough_;
  double size_ = 0;
};

struct Side {
  int low, high;  // corner indices in order
  int face;
  bool forward;  // the face has it from low to high
};

std::vector<Side> sides_of(const Solid& solid) {
  std::vector<Side> sides;
  for (int f = 0; f < static_cast<int>(solid.faces.size()); ++f) {
    for (int s = 0; s < 3; ++s) {
      const int u = solid.faces[f][s], v = solid.faces[f][(s + 1) % 3];
      sides.push_back({std::min(u, v), std::max(u, v), f, u < v});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& p, const Side& q) {
    return p.low != q.low ? p.low < q.low : p.high < q.high;
  });
  return sides;
}

bool same(const Vec<double>& m, const Vec<double>& n) { return length(m - n) < 4e-16; }

// Of faces with the same normal the first.
void keep_distinct_faces(Solid& solid) {
  std::size_t kept = 0;
  for (std::size_t f = 0; f < solid.faces.size(); ++f) {
    const auto end = solid.normals.begin() + static_cast<std::ptrdiff_t>(kept);
    const bool known = std::any_of(solid.normals.begin(), end,
                                   [&](const Vec<double>& n) { return same(n, solid.normals[f]); });
    if (known) continue;
    solid.normals[kept] = solid.normals[f];
    solid.faces[kept++] = solid.faces[f];
  }
  solid.normals.resize(kept);
  solid.faces.resize(kept);
}

}  // namespace

void Solid::add_face(const std::array<int, 3>& corners) {
  faces.push_back(corners);
  normals.push_back(to_double(normalised(
      cross(between(*this, corners[0], corners[1]), between(*this, corners[0], corners[2])))));
}

void Solid::add_arc(int tail, int head, int left, int right) {
  arcs.push_back({tail, head, to_double(normalised(between(*this, tail, head))), normals[left],
                  normals[right]});
}

void Solid::complete() {
  for (const Triple& p : points) reach = std::max(reach, length(vec_of<double>(p)));
  constexpr std::size_t many = 200;  // below that trying every arc is as fast
  if (arcs.size() > many) grid = std::make_shared<const ArcGrid>(arcs);
}

Solid make_solid(const std::vector<Triple>& points) {
  Solid solid;
  solid.points = points;
  const Sides sides(solid);
  const int n = static_cast<int>(points.size());
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      for (int k = j + 1; k < n; ++k) {
        const int side = sides.of(i, j, k);
        if (side > 0) solid.add_face({i, j, k});
        if (side < 0) solid.add_face({i, k, j});
      }
    }
  }
  // Of all faces beside two points, the ones that turn farthest from each other bound the arc.
  // Both sides of a diagonal have the same normal.
  const std::vector<Side> all = sides_of(solid);
  for (std::size_t first = 0, last; first < all.size(); first = last) {
    last = first;
    while (last < all.size() && all[last].low == all[first].low &&
           all[last].high == all[first].high)
      ++last;
    int left = -1, right = -1;
    double farthest = 0;
    for (std::size_t p = first; p < last; ++p) {
      for (std::size_t q = first; q < last; ++q) {
        if (!all[p].forward || all[q].forward) continue;
        const double cosine = dot(solid.normals[all[p].face], solid.normals[all[q].face]);
        if (left < 0 || cosine < farthest) {
          farthest = cosine;
          left = all[p].face;
          right = all[q].face;
        }
      }
    }
    if (left < 0 || same(solid.normals[left], solid.normals[right])) continue;
    solid.add_arc(all[first].low, all[first].high, left, right);
  }
  keep_distinct_faces(solid);
  solid.complete();
  return solid;
}

}  // namespace oracle
