#include "bench/body.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <stdexcept>
#include <utility>

namespace bench {
namespace {

void describe_to_oracle(Body& body) {
  for (const Vector& v : body.vertices) body.solid.points.push_back({v.x(), v.y(), v.z()});
  for (const auto& corners : body.faces) {
    body.solid.add_face({corners[0], corners[1], corners[2]});
  }
  for (const Edge& edge : body.edges) {
    body.solid.add_arc(edge.vertex[0], edge.vertex[1], edge.face[0], edge.face[1]);
  }
  body.solid.complete();
}

// Everything else from vertices and faces.
void complete(Body& body) {
  std::map<std::pair<int, int>, int> edge_of;
  body.neighbours.resize(body.vertices.size());
  for (int f = 0; f < static_cast<int>(body.faces.size()); ++f) {
    const std::vector<int>& corners = body.faces[f];
    const Vector& p = body.vertices[corners[0]];
    body.face_normals.push_back(
        (body.vertices[corners[1]] - p).cross(body.vertices[corners[2]] - p).normalized());
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const int from = corners[k], to = corners[(k + 1) % corners.size()];
      body.neighbours[from].push_back(to);
      const auto other = edge_of.find({to, from});
      if (other == edge_of.end()) {
        edge_of[{from, to}] = static_cast<int>(body.edges.size());
        body.edges.push_back({{from, to}, {f, -1}});
      } else {
        body.edges[other->second].face[1] = f;
      }
    }
  }
  for (const Edge& edge : body.edges) {
    if (edge.face[1] < 0) throw std::runtime_error("bench: a hull is not closed");
  }
  for (const Vector& v : body.vertices) body.radius = std::max(body.radius, v.norm());
  describe_to_oracle(body);
}

// The point w such that all points lie on or below the plane through (u, v, w), turning around the
// directed edge u -> v.
int wrap(const std::vector<Vector>& points, int u, int v) {
  int best = -1;
  Vector normal = Vector::Zero();
  for (int w = 0; w < static_cast<int>(points.size()); ++w) {
    if (w == u || w == v) continue;
    if (best >= 0 && normal.dot(points[w] - points[u]) <= 0) continue;
    best = w;
    normal = (points[v] - points[u]).cross(points[w] - points[u]);
  }
  return best;
}

// The corners of the face through the origin's far side along `normal`, in order around it.
std::vector<int> corners_around(const std::vector<Vector>& points, const Vector& normal) {
  double highest = 0;
  for (const Vector& p : points) highest = std::max(highest, normal.dot(p));
  const Vector across = normal.unitOrthogonal();
  std::vector<std::pair<double, int>> turned;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    if (normal.dot(points[i]) < highest - 1e-9) continue;
    turned.emplace_back(std::atan2(normal.cross(across).dot(points[i]), across.dot(points[i])), i);
  }
  std::sort(turned.begin(), turned.end());
  std::vector<int> corners;
  for (const auto& entry : turned) corners.push_back(entry.second);
  return corners;
}

// Corners of the regular solids around the origin; the dual's corners are the normals of the faces.
std::vector<Vector> regular_corners(int which) {
  const double golden = (1 + std::sqrt(5.0)) / 2;
  std::vector<Vector> points;
  const auto cyclic = [&](double p, double q) {  // (0, +-p, +-q) and its turns
    for (const double u : {p, -p}) {
      for (const double v : {q, -q}) {
        for (const Vector& w : {Vector(0, u, v), Vector(v, 0, u), Vector(u, v, 0)}) {
          points.push_back(w);
        }
      }
    }
  };
  if (which == 0) return {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  if (which == 2) {
    for (int i = 0; i < 3; ++i) points.insert(points.end(), {Vector::Unit(i), -Vector::Unit(i)});
    return points;
  }
  if (which == 3) {
    cyclic(1, golden);
    return points;
  }
  for (int i = 0; i < 8; ++i) points.emplace_back(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
  if (which == 4) cyclic(golden, 1 / golden);
  return points;
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
  } while (v.norm() < 1e-3);
  return v.normalized();
}

Eigen::Quaterniond random_orientation(Random& random) {
  std::normal_distribution<double> normal;
  Eigen::Quaterniond q(normal(random), normal(random), normal(random), normal(random));
  return q.normalized();
}

Body make_box(const Vector& half_sides) {
  Body body;
  body.family = Family::polyhedron;
  body.box = true;
  body.semi_axes = half_sides;
  for (int i = 0; i < 8; ++i) {
    body.vertices.emplace_back((i & 1 ? 1 : -1) * half_sides.x(), (i & 2 ? 1 : -1) * half_sides.y(),
                               (i & 4 ? 1 : -1) * half_sides.z());
  }
  body.faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  complete(body);
  return body;
}

Body make_regular_solid(int which, double radius) {
  Body body;
  body.family = Family::polyhedron;
  body.vertices = regular_corners(which);
  for (Vector& v : body.vertices) v = radius * v.normalized();
  const int dual[] = {0, 2, 1, 4, 3};
  for (const Vector& corner : regular_corners(dual[which])) {
    const Vector normal = which == 0 ? Vector(-corner.normalized()) : corner.normalized();
    body.faces.push_back(corners_around(body.vertices, normal));
  }
  complete(body);
  return body;
}

Body stretched(const Body& polyhedron, const Vector& factors) {
  Body body;
  body.family = Family::polyhedron;
  body.faces = polyhedron.faces;
  for (const Vector& v : polyhedron.vertices) body.vertices.push_back(factors.cwiseProduct(v));
  complete(body);
  return body;
}

Body make_hull(std::vector<Vector> points) {
  Body body;
  body.family = Family::polyhedron;
  body.vertices = std::move(points);
  const std::vector<Vector>& p = body.vertices;
  // The lowest point, and the point that a plane tilting up from the horizontal around it hits
  // first: an edge of the hull. A point far away sideways stands in for the horizontal axis of that
  // tilt.
  int first = 0;
  for (int i = 1; i < static_cast<int>(p.size()); ++i) {
    if (p[i].z() < p[first].z()) first = i;
  }
  std::vector<Vector> with_axis = p;
  with_axis.push_back(p[first] + Vector(1, 0, 0));
  const int second = wrap(with_axis, first, static_cast<int>(p.size()));
  std::map<std::pair<int, int>, bool> done;
  std::queue<std::pair<int, int>> open;
  open.push({first, second});
  open.push({second, first});
  while (!open.empty()) {
    const auto [u, v] = open.front();
    open.pop();
    if (done[{u, v}]) continue;
    const int w = wrap(p, u, v);
    body.faces.push_back({u, v, w});
    done[{u, v}] = done[{v, w}] = done[{w, u}] = true;
    open.push({w, v});
    open.push({u, w});
    open.push({v, u});
  }
  complete(body);
  if (body.vertices.size() + body.faces.size() != body.edges.size() + 2) {
    throw std::runtime_error("bench: a hull does not satisfy Euler's formula");
  }
  return body;
}

Body make_ellipsoid(const Vector& semi_axes) {
  Body body;
  body.family = Family::ellipsoid;
  body.semi_axes = semi_axes;
  body.radius = semi_axes.maxCoeff();
  return body;
}

Body make_superquadric(const Vector& semi_axes, double n1, double n2) {
  Body body;
  body.family = Family::superquadric;
  body.semi_axes = semi_axes;
  body.n1 = n1;
  body.n2 = n2;
  body.radius = semi_axes.norm();  // of its box: only a scale for errors
  return body;
}

}  // namespace bench
