// Facets and edges of the convex hull of a few points, by trying every triple: slow and plain.
// Extra facets or edges (from a lax tolerance) never harm the oracles: every direction gives a
// valid bound.
#pragma once

#include <vector>

#include "oracle/vector.h"

namespace oracle {

template <class R>
struct Polytope {
  std::vector<Vec<R>> points;
  std::vector<std::array<int, 3>> triangles;  // all triples on facets; they cover the facets
  std::vector<int> triangle_facet;
  std::vector<Vec<R>> facet_normal;  // unit, outward, without duplicates
  std::vector<R> facet_offset;
  std::vector<std::array<int, 2>> edges;

  // Distance beyond the farthest facet: exact inside and above facets, a lower bound elsewhere.
  R outside(const Vec<R>& x) const {
    R worst = -1e300;
    for (std::size_t f = 0; f < facet_normal.size(); ++f) {
      const R d = dot(facet_normal[f], x) - facet_offset[f];
      if (d > worst) worst = d;
    }
    return worst;
  }
};

namespace detail {

template <class R>
void add_facet(Polytope<R>& p, const std::array<int, 3>& triple, const Vec<R>& normal) {
  // The same facet up to rounding: normals within 1e-16 of each other.
  std::size_t f = 0;
  const auto differs = [&](const Vec<R>& other) {
    return dot(other - normal, other - normal) > R(1e-32L);
  };
  while (f < p.facet_normal.size() && differs(p.facet_normal[f])) ++f;
  const R offset = dot(normal, p.points[triple[0]]);
  if (f == p.facet_normal.size()) {
    p.facet_normal.push_back(normal);
    p.facet_offset.push_back(offset);
  }
  if (p.facet_offset[f] < offset) p.facet_offset[f] = offset;
  p.triangles.push_back(triple);
  p.triangle_facet.push_back(static_cast<int>(f));
}

}  // namespace detail

// A segment (two points) has one edge and no facets.
template <class R>
Polytope<R> make_polytope(const std::vector<Vec<R>>& points) {
  Polytope<R> result;
  result.points = points;
  const int n = static_cast<int>(points.size());
  if (n == 2) {
    result.edges.push_back({0, 1});
    return result;
  }
  R size = 0;
  for (const Vec<R>& p : points) size = std::max<R>(size, length(p - points[0]));
  const R tolerance = size * R(1e-16L);
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      for (int k = j + 1; k < n; ++k) {
        const Vec<R> area = cross(points[j] - points[i], points[k] - points[i]);
        const R twice = length(area);
        if (!(twice > size * size * R(1e-30L))) continue;
        const Vec<R> normal = (R(1) / twice) * area;
        bool above = false, below = false;
        for (int l = 0; l < n && !(above && below); ++l) {
          const R d = dot(normal, points[l] - points[i]);
          above = above || d > tolerance;
          below = below || d < -tolerance;
        }
        if (above && below) continue;
        if (!above) detail::add_facet(result, {i, j, k}, normal);
        if (!below) detail::add_facet(result, {i, j, k}, -normal);
      }
    }
  }
  // An edge lies on two facets; a diagonal of a facet only on one.
  std::vector<int> first(static_cast<std::size_t>(n) * n, -1);
  std::vector<char> is_edge(static_cast<std::size_t>(n) * n, 0);
  for (std::size_t t = 0; t < result.triangles.size(); ++t) {
    for (int side = 0; side < 3; ++side) {
      const int u = result.triangles[t][side], v = result.triangles[t][(side + 1) % 3];
      const std::size_t key = static_cast<std::size_t>(std::min(u, v)) * n + std::max(u, v);
      if (first[key] == -1) {
        first[key] = result.triangle_facet[t];
      } else if (first[key] != result.triangle_facet[t]) {
        is_edge[key] = 1;
      }
    }
  }
  for (int u = 0; u < n; ++u) {
    for (int v = u + 1; v < n; ++v) {
      if (is_edge[static_cast<std::size_t>(u) * n + v]) result.edges.push_back({u, v});
    }
  }
  return result;
}

}  // namespace oracle
