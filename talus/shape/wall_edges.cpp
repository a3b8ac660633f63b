#include "talus/shape/wall_edges.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace talus {
namespace {

using Point = WallEdges::Point;

// For each vertex the first with the same coordinates.
std::vector<std::int32_t> first_equal(const std::vector<Point>& vertices) {
  std::vector<std::int32_t> order(vertices.size()), first(vertices.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](std::int32_t i) {
    const Point& v = vertices[static_cast<std::size_t>(i)];
    return std::array{v.x + 0.0, v.y + 0.0, v.z + 0.0};  // one zero
  };
  std::sort(order.begin(), order.end(), [&](std::int32_t i, std::int32_t j) {
    const auto p = key(i), q = key(j);
    return p < q || (p == q && i < j);
  });
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool repeats = k > 0 && key(order[k]) == key(order[k - 1]);
    first[static_cast<std::size_t>(order[k])] =
        repeats ? first[static_cast<std::size_t>(order[k - 1])] : order[k];
  }
  return first;
}

}  // namespace

WallEdges::WallEdges(const std::vector<Point>& vertices, const std::vector<Triangle>& triangles,
                     double tolerance, double least_height)
    : vertex_(vertices) {
  join(triangles, least_height);
  cut_at_junctions(tolerance);
}

std::int32_t WallEdges::opposite(std::int32_t t, const Edge& edge) const {
  const Point along = at(edge.vertex[1]) - at(edge.vertex[0]);
  std::int32_t farthest = edge.vertex[0];
  double most = -1.0;
  for (const std::int32_t v : welded_[static_cast<std::size_t>(t)]) {
    if (v == edge.vertex[0] || v == edge.vertex[1]) continue;
    const double away = norm_squared(cross(along, at(v) - at(edge.vertex[0])));
    if (!(away > most)) continue;
    most = away;
    farthest = v;
  }
  return farthest;
}

void WallEdges::join(const std::vector<Triangle>& triangles, double least_height) {
  const std::vector<std::int32_t> first = first_equal(vertex_);
  edges_of_.resize(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const Triangle& given = triangles[t];
    Triangle w = given;
    for (std::int32_t& v : w) v = first[static_cast<std::size_t>(v)];
    welded_.push_back(w);
    const Point a = at(given[0]);
    const double doubled_area = norm(cross(at(given[1]) - a, at(given[2]) - a));
    double longest = 0.0;
    for (int k = 0; k < 3; ++k) longest = std::max(longest, norm(at(w[k]) - at(w[(k + 1) % 3])));
    has_area_.push_back(doubled_area > least_height * longest);
    for (int k = 0; k < 3; ++k) {
      const std::int32_t e = edge_between(w[k], w[(k + 1) % 3]);
      edges_of_[t][k] = e;
      if (has_area_.back()) {
        edge_[static_cast<std::size_t>(e)].triangle.push_back(static_cast<std::int32_t>(t));
      }
    }
  }
}

std::int32_t WallEdges::edge_between(std::int32_t v, std::int32_t w) {
  const auto [low, high] = std::minmax(v, w);
  const auto [found, is_new] =
      known_.try_emplace({low, high}, static_cast<std::int32_t>(edge_.size()));
  if (is_new) edge_.push_back({{low, high}, {}});
  return found->second;
}

// The vertices within an edge in its direction, and its end; none if it is not cut. The ends of
// rims are sorted along the axis.
std::vector<std::int32_t> WallEdges::junctions(const Edge& edge,
                                               const std::vector<std::int32_t>& ends, int axis,
                                               double tolerance) const {
  const std::int32_t from = edge.vertex[0], to = edge.vertex[1];
  const double length = norm(at(to) - at(from));
  const Point along = (at(to) - at(from)) / length;
  const double low = std::min(at(from)[axis], at(to)[axis]);
  const double high = std::max(at(from)[axis], at(to)[axis]);
  std::vector<std::pair<double, std::int32_t>> inside;
  auto v = std::lower_bound(ends.begin(), ends.end(), low - tolerance,
                            [&](std::int32_t w, double x) { return at(w)[axis] < x; });
  for (; v != ends.end() && at(*v)[axis] <= high + tolerance; ++v) {
    const Point to_v = at(*v) - at(from);
    const double t = dot(to_v, along);
    if (*v == from || *v == to || !(t > tolerance && t < length - tolerance)) continue;
    if (norm(to_v - t * along) <= tolerance) inside.push_back({t, *v});
  }
  std::sort(inside.begin(), inside.end());
  std::vector<std::int32_t> vertices;
  for (const auto& [t, vertex] : inside) vertices.push_back(vertex);
  if (!vertices.empty()) vertices.push_back(to);
  return vertices;
}

void WallEdges::cut_at_junctions(double tolerance) {
  std::vector<std::int32_t> rims, ends;
  for (std::size_t e = 0; e < edge_.size(); ++e) {
    if (edge_[e].triangle.size() != 1) continue;
    rims.push_back(static_cast<std::int32_t>(e));
    ends.insert(ends.end(), {edge_[e].vertex[0], edge_[e].vertex[1]});
  }
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  // Along the axis on which the ends differ most, so that few of them are beside a rim.
  int axis = 0;
  double widest = -1.0;
  for (int k = 0; k < 3; ++k) {
    double low = INFINITY, high = -INFINITY;
    for (const std::int32_t v : ends) {
      low = std::min(low, at(v)[k]);
      high = std::max(high, at(v)[k]);
    }
    if (high - low > widest) {
      widest = high - low;
      axis = k;
    }
  }
  std::sort(ends.begin(), ends.end(), [&](std::int32_t v, std::int32_t w) {
    const double p = at(v)[axis], q = at(w)[axis];
    return p < q || (p == q && v < w);
  });
  for (const std::int32_t e : rims) {
    Edge& rim = edge_[static_cast<std::size_t>(e)];
    const std::vector<std::int32_t> cuts = junctions(rim, ends, axis, tolerance);
    if (cuts.empty()) continue;
    const std::int32_t triangle = rim.triangle[0];
    std::int32_t last = rim.vertex[0];
    rim.triangle.clear();  // before edge_between, which may move the edges
    for (const std::int32_t next : cuts) {
      const std::int32_t part = edge_between(last, next);
      edge_[static_cast<std::size_t>(part)].triangle.push_back(triangle);
      parts_[e].push_back(part);
      last = next;
    }
  }
}

}  // namespace talus
