// Exact signed distance between convex hulls of points (a segment is the hull of two), by trying
// every feature: separation is the smallest distance between two features, penetration the smallest
// overlap over every facet normal and every product of two edges.
#pragma once

#include <limits>

#include "oracle/body.h"
#include "oracle/polytope.h"

namespace oracle {

template <class R>
struct Answer {
  R distance{};
  Vec<R> normal{};  // from A to B
};

namespace detail {

template <class R>
Vec<R> nearest_in_triangle(const Vec<R>& a, const Vec<R>& b, const Vec<R>& c, const Vec<R>& x,
                           bool& inside) {
  const Vec<R> n = cross(b - a, c - a);
  const R u = dot(cross(b - a, x - a), n), v = dot(cross(c - b, x - b), n),
          w = dot(cross(a - c, x - c), n);
  inside = u >= 0 && v >= 0 && w >= 0;
  return x - (dot(x - a, n) / dot(n, n)) * n;
}

// The nearest points of two segments: the interior solution if it is interior, else the best of the
// four end-to-segment distances (which the caller's vertex loops also cover).
template <class R>
Vec<R> between_segments(const Vec<R>& a0, const Vec<R>& a1, const Vec<R>& b0, const Vec<R>& b1) {
  const Vec<R> u = a1 - a0, v = b1 - b0, w = b0 - a0;
  const R uu = dot(u, u), vv = dot(v, v), uv = dot(u, v);
  const R determinant = uu * vv - uv * uv;
  Vec<R> best = w;
  R best_square = dot(w, w);
  const auto consider = [&](const Vec<R>& candidate) {
    const R square = dot(candidate, candidate);
    if (square < best_square) {
      best_square = square;
      best = candidate;
    }
  };
  if (determinant > 0) {
    const R s = (dot(w, u) * vv - dot(w, v) * uv) / determinant;
    const R t = (dot(w, u) * uv - dot(w, v) * uu) / determinant;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) consider(w + t * v - s * u);
  }
  consider(b0 - Body<R>::nearest_on_segment(a0, a1, b0));
  consider(b1 - Body<R>::nearest_on_segment(a0, a1, b1));
  consider(Body<R>::nearest_on_segment(b0, b1, a0) - a0);
  consider(Body<R>::nearest_on_segment(b0, b1, a1) - a1);
  return best;
}

// sigma(n) = min over B of n.x - max over A of n.x, given up (and -infinity returned) once it is
// clear that it stays below `enough`.
template <class R>
R sigma_at_least(const Polytope<R>& a, const Polytope<R>& b, const Vec<R>& n, const R& enough) {
  R max_a = dot(n, a.points[0]), min_b = dot(n, b.points[0]);
  for (const Vec<R>& p : b.points) min_b = std::min<R>(min_b, dot(n, p));
  for (const Vec<R>& p : a.points) {
    max_a = std::max<R>(max_a, dot(n, p));
    if (min_b - max_a < enough) return -std::numeric_limits<R>::infinity();
  }
  return min_b - max_a;
}

}  // namespace detail

// The largest sigma over facet normals and edge products: the signed distance if the bodies
// overlap, else a lower bound of it.
template <class R>
Answer<R> separating_axis(const Polytope<R>& a, const Polytope<R>& b) {
  Answer<R> best{-std::numeric_limits<R>::infinity(), {}};
  const auto consider = [&](const Vec<R>& n) {
    const R value = detail::sigma_at_least(a, b, n, best.distance);
    if (value > best.distance) best = {value, n};
  };
  for (const Vec<R>& n : a.facet_normal) consider(n);
  for (const Vec<R>& n : b.facet_normal) consider(-n);
  for (const auto& ea : a.edges) {
    const Vec<R> u = a.points[ea[1]] - a.points[ea[0]];
    for (const auto& eb : b.edges) {
      const Vec<R> v = b.points[eb[1]] - b.points[eb[0]];
      const Vec<R> n = cross(u, v);
      const R square = dot(n, n);
      // Edges that are parallel to the last digits give the normals of facets or nothing.
      if (!(square > R(1e-34L) * dot(u, u) * dot(v, v))) continue;
      const Vec<R> normal = unit(n);
      consider(normal);
      consider(-normal);
    }
  }
  return best;
}

// The shortest connection over all pairs of features; meaningless for overlapping bodies.
template <class R>
Vec<R> shortest_connection(const Polytope<R>& a, const Polytope<R>& b) {
  Vec<R> best = b.points[0] - a.points[0];
  R best_square = dot(best, best);
  const auto consider = [&](const Vec<R>& w) {
    const R square = dot(w, w);
    if (square < best_square) {
      best_square = square;
      best = w;
    }
  };
  for (const auto& ea : a.edges) {
    for (const auto& eb : b.edges) {
      consider(detail::between_segments(a.points[ea[0]], a.points[ea[1]], b.points[eb[0]],
                                        b.points[eb[1]]));
    }
  }
  // A point has no edges of its own.
  for (const auto& e : a.edges) {
    for (const Vec<R>& p : b.points) {
      consider(p - Body<R>::nearest_on_segment(a.points[e[0]], a.points[e[1]], p));
    }
  }
  for (const auto& e : b.edges) {
    for (const Vec<R>& p : a.points) {
      consider(Body<R>::nearest_on_segment(b.points[e[0]], b.points[e[1]], p) - p);
    }
  }
  bool inside = false;
  for (const auto& t : a.triangles) {
    for (const Vec<R>& p : b.points) {
      const Vec<R> q =
          detail::nearest_in_triangle(a.points[t[0]], a.points[t[1]], a.points[t[2]], p, inside);
      if (inside) consider(p - q);
    }
  }
  for (const auto& t : b.triangles) {
    for (const Vec<R>& p : a.points) {
      const Vec<R> q =
          detail::nearest_in_triangle(b.points[t[0]], b.points[t[1]], b.points[t[2]], p, inside);
      if (inside) consider(q - p);
    }
  }
  return best;
}

// Two bodies without an inside (points, segments) are never deeper than touching.
template <class R>
Answer<R> signed_distance(const Polytope<R>& a, const Polytope<R>& b) {
  const bool solid = !a.facet_normal.empty() || !b.facet_normal.empty();
  if (solid) {
    const Answer<R> axis = separating_axis(a, b);
    if (!(axis.distance > 0)) return axis;
  }
  const Vec<R> w = shortest_connection(a, b);
  const R distance = length(w);
  return {distance, distance > 0 ? unit(w) : w};
}

}  // namespace oracle
