// Concave bodies of flat faces as unions of convex parts that only touch, and the overlap of two of
// them by brute force in long double: every part with every part, every triangle with every part,
// clipped plane by plane. It knows nothing of edges that cross facets, of trees or of cells.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "oracle/vector.h"

namespace oracle {

using Real = long double;
using Point = Vec<Real>;
using Polygon = std::vector<Point>;

struct HalfSpaceOf {
  Point normal;  // unit, outward
  Real offset;
};

struct ConvexPart {
  std::vector<Polygon> faces;       // counter-clockwise from outside
  std::vector<HalfSpaceOf> planes;  // of the faces
};

// The surface as triangles, counter-clockwise from outside, and the inside as parts.
struct FlatBody {
  std::vector<Point> vertices;
  std::vector<std::array<int, 3>> triangles;
  std::vector<ConvexPart> parts;
};

inline ConvexPart part_of_faces(std::vector<Polygon> faces) {
  ConvexPart part{std::move(faces), {}};
  for (const Polygon& f : part.faces) {
    const Point n = unit(cross(f[1] - f[0], f[2] - f[0]));
    part.planes.push_back({n, dot(n, f[0])});
  }
  return part;
}

// A simple polygon, counter-clockwise in the plane, cut into triangles by its ears.
inline std::vector<std::array<int, 3>> ears_of(const std::vector<std::array<double, 2>>& p) {
  std::vector<int> left(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) left[i] = static_cast<int>(i);
  const auto turn = [&](int i, int j, int k) {
    return (Real(p[j][0]) - p[i][0]) * (Real(p[k][1]) - p[i][1]) -
           (Real(p[j][1]) - p[i][1]) * (Real(p[k][0]) - p[i][0]);
  };
  std::vector<std::array<int, 3>> ears;
  while (left.size() > 2) {
    const std::size_t n = left.size();
    std::size_t ear = n;
    for (std::size_t i = 0; i < n && ear == n; ++i) {
      const int a = left[(i + n - 1) % n], b = left[i], c = left[(i + 1) % n];
      if (!(turn(a, b, c) > 0)) continue;
      bool empty = true;
      for (const int k : left) {
        if (k == a || k == b || k == c) continue;
        empty = empty && !(turn(a, b, k) >= 0 && turn(b, c, k) >= 0 && turn(c, a, k) >= 0);
      }
      if (empty) ear = i;
    }
    if (ear == n) return {};
    ears.push_back({left[(ear + n - 1) % n], left[ear], left[(ear + 1) % n]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  return ears;
}

// The polygon moved along z from -half to half.
inline FlatBody prism_of(const std::vector<std::array<double, 2>>& profile, double half) {
  FlatBody body;
  const int n = static_cast<int>(profile.size());
  for (const double z : {-half, half}) {
    for (const auto& p : profile) body.vertices.push_back({p[0], p[1], z});
  }
  for (const auto& [i, j, k] : ears_of(profile)) {
    body.triangles.push_back({i, k, j});
    body.triangles.push_back({n + i, n + j, n + k});
    const auto& v = body.vertices;
    const auto wall = [&](int from, int to) {
      return Polygon{v[from], v[to], v[n + to], v[n + from]};
    };
    body.parts.push_back(part_of_faces(
        {{v[i], v[k], v[j]}, {v[n + i], v[n + j], v[n + k]}, wall(i, j), wall(j, k), wall(k, i)}));
  }
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n;
    body.triangles.push_back({i, j, n + j});
    body.triangles.push_back({i, n + j, n + i});
  }
  return body;
}

// The boxes of a lattice with planes x[0] < x[1] < ... and so on that are filled. Filled boxes must
// not touch in an edge or a corner alone.
inline FlatBody boxes_of(const std::array<std::vector<double>, 3>& x,
                         const std::function<bool(int, int, int)>& filled) {
  FlatBody body;
  const int n[3] = {static_cast<int>(x[0].size()), static_cast<int>(x[1].size()),
                    static_cast<int>(x[2].size())};
  std::vector<int> number(static_cast<std::size_t>(n[0] * n[1] * n[2]), -1);
  const auto point = [&](const std::array<int, 3>& i) {
    return Point{x[0][i[0]], x[1][i[1]], x[2][i[2]]};
  };
  const auto vertex = [&](const std::array<int, 3>& i) {
    int& k = number[static_cast<std::size_t>((i[2] * n[1] + i[1]) * n[0] + i[0])];
    if (k < 0) k = static_cast<int>(body.vertices.size()), body.vertices.push_back(point(i));
    return k;
  };
  const auto is_filled = [&](std::array<int, 3> c) {
    for (int a = 0; a < 3; ++a) {
      if (c[a] < 0 || c[a] + 1 >= n[a]) return false;
    }
    return filled(c[0], c[1], c[2]);
  };
  for (int k = 0; k + 1 < n[2]; ++k) {
    for (int j = 0; j + 1 < n[1]; ++j) {
      for (int i = 0; i + 1 < n[0]; ++i) {
        if (!filled(i, j, k)) continue;
        std::vector<Polygon> faces;
        for (int face = 0; face < 6; ++face) {
          const int a = face / 2, u = (a + 1) % 3, v = (a + 2) % 3, up = face % 2;
          std::array<std::array<int, 3>, 4> corner;
          for (int c = 0; c < 4; ++c) {
            std::array<int, 3> at{i, j, k};
            at[a] += up;
            // Counter-clockwise about the axis for the upper face, clockwise for the lower.
            const int cu = c == 1 || c == 2, cv = c >= 2;
            at[u] += up ? cu : cv;
            at[v] += up ? cv : cu;
            corner[c] = at;
          }
          faces.push_back({point(corner[0]), point(corner[1]), point(corner[2]), point(corner[3])});
          std::array<int, 3> beside{i, j, k};
          beside[a] += up ? 1 : -1;
          if (is_filled(beside)) continue;
          const int p[4] = {vertex(corner[0]), vertex(corner[1]), vertex(corner[2]),
                            vertex(corner[3])};
          body.triangles.push_back({p[0], p[1], p[2]});
          body.triangles.push_back({p[0], p[2], p[3]});
        }
        body.parts.push_back(part_of_faces(std::move(faces)));
      }
    }
  }
  return body;
}

inline FlatBody moved(FlatBody body, const Rotation<Real>& rotation, const Point& by) {
  const auto to = [&](Point& p) { p = rotation.to_world(p) + by; };
  for (Point& p : body.vertices) to(p);
  for (ConvexPart& part : body.parts) {
    for (Polygon& f : part.faces) {
      for (Point& p : f) to(p);
    }
    part = part_of_faces(std::move(part.faces));
  }
  return body;
}

inline Polygon clipped(const Polygon& polygon, const HalfSpaceOf& plane) {
  Polygon kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const Real from = dot(plane.normal, p) - plane.offset, to = dot(plane.normal, q) - plane.offset;
    if (from <= 0) kept.push_back(p);
    if ((from < 0 && to > 0) || (from > 0 && to < 0)) {
      kept.push_back(p + (from / (from - to)) * (q - p));
    }
  }
  return kept;
}

inline Polygon clipped(Polygon polygon, const ConvexPart& part) {
  for (const HalfSpaceOf& plane : part.planes) {
    if (polygon.size() < 3) return {};
    polygon = clipped(polygon, plane);
  }
  return polygon;
}

inline Point area_vector(const Polygon& p) {
  Point sum{};
  for (std::size_t i = 1; i + 1 < p.size(); ++i) sum = sum + cross(p[i] - p[0], p[i + 1] - p[0]);
  return Real(0.5) * sum;
}

// What two convex parts have in common, by the divergence theorem over the faces of either inside
// the other; the polygons as well.
struct CommonPart {
  Real volume{};
  std::vector<Polygon> faces;
};

inline CommonPart common_part(const ConvexPart& a, const ConvexPart& b) {
  CommonPart common;
  const auto add = [&](const ConvexPart& own, const ConvexPart& other) {
    for (const Polygon& face : own.faces) {
      Polygon p = clipped(face, other);
      if (p.size() >= 3) common.faces.push_back(std::move(p));
    }
  };
  add(a, b);
  add(b, a);
  if (common.faces.empty()) return common;
  const Point origin = common.faces[0][0];
  for (const Polygon& p : common.faces) {
    common.volume += dot(area_vector(p), p[0] - origin) / 3;
  }
  return common;
}

inline Real distance_to_triangle(const Point& p, const Point& a, const Point& b, const Point& c) {
  const auto to_segment = [&](const Point& s, const Point& t) {
    const Point u = t - s;
    const Real along = std::clamp<Real>(dot(p - s, u) / dot(u, u), 0, 1);
    return length(p - (s + along * u));
  };
  const Point n = cross(b - a, c - a);
  const bool above = dot(cross(b - a, p - a), n) >= 0 && dot(cross(c - b, p - b), n) >= 0 &&
                     dot(cross(a - c, p - c), n) >= 0;
  if (above) return std::abs(dot(p - a, n)) / length(n);
  return std::min({to_segment(a, b), to_segment(b, c), to_segment(c, a)});
}

inline Real distance_to_surface(const FlatBody& body, const Point& p) {
  Real least = 1e30L;
  for (const auto& [i, j, k] : body.triangles) {
    const Real d = distance_to_triangle(p, body.vertices[i], body.vertices[j], body.vertices[k]);
    least = std::min(least, d);
  }
  return least;
}

struct FlatOverlap {
  Real volume{};
  Real area{};       // of the surface of the overlap
  int components{};  // connected parts
  Real depth{};      // of the deepest sample of the surface: at most the depth
};

// `samples` along each side of the pieces of the surface, for the depth; 0: no depth.
inline FlatOverlap overlap_of(const FlatBody& a, const FlatBody& b, int samples) {
  FlatOverlap overlap;
  struct Cell {
    CommonPart common;
    std::size_t a, b;
    int group;
  };
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    for (std::size_t j = 0; j < b.parts.size(); ++j) {
      CommonPart common = common_part(a.parts[i], b.parts[j]);
      if (!(common.volume > 0)) continue;
      overlap.volume += common.volume;
      cells.push_back({std::move(common), i, j, static_cast<int>(cells.size())});
    }
  }
  // Two cells are connected if they have a face in common: a face of one that is in the other,
  // which is a little wider, over an area.
  const auto touch = [&](const Cell& c, const Cell& d) {
    const Real slack = 1e-12L;
    ConvexPart wide_a = a.parts[d.a], wide_b = b.parts[d.b];
    for (ConvexPart* part : {&wide_a, &wide_b}) {
      for (HalfSpaceOf& plane : part->planes) plane.offset += slack;
    }
    Real most = 0;
    for (const Polygon& face : c.common.faces) {
      const Polygon p = clipped(clipped(face, wide_a), wide_b);
      most = std::max(most, p.size() < 3 ? Real(0) : length(area_vector(p)));
    }
    return most > 4 * slack;
  };
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (cells[i].group == cells[j].group || !touch(cells[i], cells[j])) continue;
      const int from = cells[i].group, to = cells[j].group;
      for (Cell& c : cells) c.group = c.group == from ? to : c.group;
    }
  }
  std::vector<int> groups;
  for (const Cell& c : cells) groups.push_back(c.group);
  std::sort(groups.begin(), groups.end());
  overlap.components = static_cast<int>(std::unique(groups.begin(), groups.end()) - groups.begin());
  const auto add_surface = [&](const FlatBody& own, const FlatBody& other) {
    for (const auto& [i, j, k] : own.triangles) {
      for (const ConvexPart& part : other.parts) {
        const Polygon p = clipped({own.vertices[i], own.vertices[j], own.vertices[k]}, part);
        if (p.size() < 3) continue;
        overlap.area += length(area_vector(p));
        for (std::size_t c = 1; c + 1 < p.size() && samples > 0; ++c) {
          for (int s = 0; s <= samples; ++s) {
            for (int t = 0; s + t <= samples; ++t) {
              const Point x = p[0] + (Real(s) / samples) * (p[c] - p[0]) +
                              (Real(t) / samples) * (p[c + 1] - p[0]);
              overlap.depth = std::max(overlap.depth, distance_to_surface(other, x));
            }
          }
        }
      }
    }
  };
  add_surface(a, b);
  add_surface(b, a);
  return overlap;
}

}  // namespace oracle
