#include "bench/body.h"

#include <algorithm>
#include <cmath>
#include <map>
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

oracle::Vec<double> plain(const Vector& v) { return {v.x(), v.y(), v.z()}; }
Vector with_eigen(const oracle::Vec<double>& v) { return {v.x, v.y, v.z}; }

std::vector<Vector> corners_of(RegularSolid which) {
  std::vector<Vector> corners;
  for (const auto& corner : oracle::regular_corners(which)) corners.push_back(with_eigen(corner));
  return corners;
}

RegularSolid dual_of(RegularSolid which) {
  constexpr RegularSolid dual[] = {RegularSolid::tetrahedron, RegularSolid::octahedron,
                                   RegularSolid::cube, RegularSolid::icosahedron,
                                   RegularSolid::dodecahedron};
  return dual[static_cast<int>(which)];
}

}  // namespace

Vector random_direction(Random& random) { return with_eigen(oracle::random_direction(random)); }

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

Body make_regular_solid(RegularSolid which, double radius) {
  Body body;
  body.family = Family::polyhedron;
  body.vertices = corners_of(which);
  for (Vector& v : body.vertices) v = radius * v.normalized();
  // The corners of the dual are along the normals of the faces: of a tetrahedron along their
  // opposites, and with x and z exchanged, as the icosahedron and the dodecahedron are not placed
  // as duals of each other.
  const double sign = which == RegularSolid::tetrahedron ? -1 : 1;
  for (const Vector& corner : corners_of(dual_of(which))) {
    body.faces.push_back(corners_around(body.vertices, sign * corner.reverse().normalized()));
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
  std::vector<oracle::Vec<double>> plain_points;
  for (const Vector& v : body.vertices) plain_points.push_back(plain(v));
  for (const auto& [u, v, w] : oracle::wrap_hull(plain_points)) body.faces.push_back({u, v, w});
  complete(body);
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
