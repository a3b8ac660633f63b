#include "oracle/sample_solids.h"

#include <cmath>
#include <queue>
#include <set>
#include <stdexcept>

namespace oracle {
namespace {

using Vector = Vec<double>;

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

std::vector<Vector> regular_corners(RegularSolid which) {
  const double phi = (1 + std::sqrt(5.0)) / 2;  // the golden ratio
  std::vector<Vector> p;
  const auto cube = [&] {
    for (int i = 0; i < 8; ++i) p.emplace_back(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
  };
  const auto cyclic = [&](double y, double z) {  // all (0, +-y, +-z) and their rotations
    for (const double u : {y, -y}) {
      for (const double v : {z, -z}) {
        p.insert(p.end(), {Vector(0, u, v), Vector(v, 0, u), Vector(u, v, 0)});
      }
    }
  };
  switch (which) {
    case RegularSolid::tetrahedron:
      return {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    case RegularSolid::cube:
      cube();
      return p;
    case RegularSolid::octahedron:
      return {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    case RegularSolid::dodecahedron:
      cube();
      cyclic(1 / phi, phi);
      return p;
    case RegularSolid::icosahedron:
      break;
  }
  cyclic(1, phi);
  return p;
}

std::vector<std::array<int, 3>> wrap_hull(const std::vector<Vector>& points) {
  std::vector<std::array<int, 3>> faces;
  std::set<std::array<int, 2>> done;  // directed edges with a face on their left
  std::queue<std::array<int, 2>> open;
  const auto [first, second] = first_edge(points);
  open.push({first, second});
  open.push({second, first});
  while (!open.empty()) {
    const auto [u, v] = open.front();
    open.pop();
    if (done.contains({u, v})) continue;
    const int w = wrap(points, u, v);
    faces.push_back({u, v, w});
    for (const auto& [from, to] : {std::array{u, v}, {v, w}, {w, u}}) {
      done.insert({from, to});
      open.push({to, from});
    }
  }
  if (points.size() + faces.size() != done.size() / 2 + 2) {
    throw std::runtime_error("a wrapped hull does not satisfy Euler's formula");
  }
  return faces;
}

}  // namespace oracle
