#include "polyhedra/body.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <stdexcept>

namespace study {
namespace {

std::vector<Vector> centred(std::vector<Vector> points) {
  Vector mean;
  for (const Vector& p : points) mean = mean + p;
  mean = (1.0 / static_cast<double>(points.size())) * mean;
  for (Vector& p : points) p = p - mean;
  return points;
}

std::vector<oracle::Triple> triples(const std::vector<Vector>& points) {
  std::vector<oracle::Triple> result;
  for (const Vector& p : points) result.push_back({p.x, p.y, p.z});
  return result;
}

// Turning around the directed edge u -> v: the point that has all others on or below its plane.
int wrap(const std::vector<Vector>& points, int u, int v) {
  int best = -1;
  Vector normal;
  for (int w = 0; w < static_cast<int>(points.size()); ++w) {
    if (w == u || w == v) continue;
    if (best >= 0 && !(dot(normal, points[w] - points[u]) > 0)) continue;
    best = w;
    normal = cross(points[v] - points[u], points[w] - points[u]);
  }
  return best;
}

// The lowest point and one that shares an edge with it: the first that a plane hits which tilts up
// from the horizontal about an axis through the lowest point.
std::array<int, 2> first_edge(const std::vector<Vector>& points) {
  int lowest = 0;
  for (int i = 1; i < static_cast<int>(points.size()); ++i) {
    if (points[i].z < points[lowest].z) lowest = i;
  }
  std::vector<Vector> with_axis = points;
  with_axis.push_back(points[lowest] + Vector(1, 0, 0));
  return {lowest, wrap(with_axis, lowest, static_cast<int>(points.size()))};
}

// The hull of points in general position, by gift wrapping.
oracle::Solid wrapped(const std::vector<Vector>& points) {
  oracle::Solid solid;
  solid.points = triples(points);
  for (const Vector& p : points) solid.reach = std::max(solid.reach, length(p));
  std::map<std::array<int, 2>, int> left_of;  // directed edge -> the face on its left
  std::queue<std::array<int, 2>> open;
  const auto [first, second] = first_edge(points);
  open.push({first, second});
  open.push({second, first});
  while (!open.empty()) {
    const auto [u, v] = open.front();
    open.pop();
    if (left_of.contains({u, v})) continue;
    const int w = wrap(points, u, v), face = static_cast<int>(solid.faces.size());
    solid.add_face({u, v, w});
    for (const auto& [from, to] : {std::array{u, v}, {v, w}, {w, u}}) {
      left_of[{from, to}] = face;
      open.push({to, from});
    }
  }
  for (const auto& [edge, face] : left_of) {
    const auto [tail, head] = edge;
    if (tail < head) solid.add_arc(tail, head, face, left_of.at({head, tail}));
  }
  if (solid.points.size() + solid.faces.size() != solid.arcs.size() + 2) {
    throw std::runtime_error("study: a hull does not satisfy Euler's formula");
  }
  return solid;
}

// Corners of the five regular solids; phi is the golden ratio.
std::vector<Vector> regular_corners(int which) {
  const double phi = (1 + std::sqrt(5.0)) / 2;
  std::vector<Vector> p;
  const auto cube = [&] {
    for (int i = 0; i < 8; ++i) p.emplace_back(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
  };
  const auto cyclic = [&](double y, double z) {
    for (int i = 0; i < 4; ++i) {
      const double u = i & 1 ? y : -y, v = i & 2 ? z : -z;
      p.insert(p.end(), {Vector(0, u, v), Vector(u, v, 0), Vector(v, 0, u)});
    }
  };
  switch (which) {
    case 0:
      return {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    case 1:
      cube();
      return p;
    case 2:
      return {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    case 3:
      cube();
      cyclic(1 / phi, phi);
      return p;
    default:
      cyclic(1, phi);
      return p;
  }
}

}  // namespace

double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

double logarithmic(Random& random, double low, double high) {
  return std::exp(uniform(random, std::log(low), std::log(high)));
}

Vector random_direction(Random& random) {
  std::normal_distribution<double> normal;
  Vector v;
  do {
    v = {normal(random), normal(random), normal(random)};
  } while (length(v) < 1e-3);
  return unit(v);
}

oracle::Solid random_box(Random& random) {
  const Vector half(uniform(random, 0.5, 1.5), uniform(random, 0.5, 1.5),
                    uniform(random, 0.5, 1.5));
  std::vector<Vector> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                         i & 4 ? half.z : -half.z);
  }
  return oracle::make_solid(triples(corners));
}

oracle::Solid random_regular_solid(Random& random) {
  std::vector<Vector> corners = regular_corners(std::uniform_int_distribution<int>(0, 4)(random));
  const double scale = uniform(random, 1, 2) / length(corners[0]);
  for (Vector& corner : corners) corner = scale * corner;
  return oracle::make_solid(triples(corners));
}

oracle::Solid random_hull(Random& random, int vertex_count) {
  const Vector axes(uniform(random, 0.5, 1.5), uniform(random, 0.5, 1.5),
                    uniform(random, 0.5, 1.5));
  std::vector<Vector> points;
  for (int i = 0; i < vertex_count; ++i) {
    const Vector direction = random_direction(random);
    points.emplace_back(axes.x * direction.x, axes.y * direction.y, axes.z * direction.z);
  }
  return wrapped(centred(std::move(points)));
}

}  // namespace study
