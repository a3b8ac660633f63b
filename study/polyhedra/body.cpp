#include "polyhedra/body.h"

#include <algorithm>
#include <cmath>
#include <map>

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

// A solid of triangles, with their edges as arcs.
oracle::Solid solid_of(const std::vector<Vector>& points,
                       const std::vector<std::array<int, 3>>& faces) {
  oracle::Solid solid;
  solid.points = triples(points);
  for (const Vector& p : points) solid.reach = std::max(solid.reach, length(p));
  std::map<std::array<int, 2>, int> left_of;  // directed edge -> the face on its left
  for (const auto& [u, v, w] : faces) {
    const int face = static_cast<int>(solid.faces.size());
    solid.add_face({u, v, w});
    left_of[{u, v}] = left_of[{v, w}] = left_of[{w, u}] = face;
  }
  for (const auto& [edge, face] : left_of) {
    const auto [tail, head] = edge;
    if (tail < head) solid.add_arc(tail, head, face, left_of.at({head, tail}));
  }
  return solid;
}

oracle::Solid regular_solid(oracle::RegularSolid which) {
  std::vector<Vector> corners = oracle::regular_corners(which);
  const double scale = 1 / length(corners[0]);
  for (Vector& corner : corners) corner = scale * corner;
  return oracle::make_solid(triples(corners));
}

}  // namespace

oracle::Solid unit_cube() { return regular_solid(oracle::RegularSolid::cube); }
oracle::Solid unit_tetrahedron() { return regular_solid(oracle::RegularSolid::tetrahedron); }

oracle::Solid faceted_sphere(int vertex_count) {
  const double golden = M_PI * (3 - std::sqrt(5.0));
  std::vector<Vector> points;
  for (int i = 0; i < vertex_count; ++i) {
    const double z = 1 - (2 * i + 1.0) / vertex_count, r = std::sqrt(1 - z * z);
    points.emplace_back(r * std::cos(golden * i), r * std::sin(golden * i), z);
  }
  points = centred(std::move(points));
  return solid_of(points, oracle::wrap_hull(points));
}

oracle::Solid gear_tooth(int vertex_count) {
  constexpr double half_tooth = 0.18, last_roll = 0.6, half_width = 0.15;  // of radius 1
  const int flank = vertex_count / 4;
  std::vector<Vector> points;
  for (int i = 0; i < flank; ++i) {
    const double roll = last_roll * i / (flank - 1);
    const double radius = std::sqrt(1 + roll * roll), angle = half_tooth - (roll - std::atan(roll));
    for (const double side : {-1.0, 1.0}) {
      for (const double z : {-half_width, half_width}) {
        points.emplace_back(radius * std::cos(angle), side * radius * std::sin(angle), z);
      }
    }
  }
  return oracle::make_solid(triples(centred(std::move(points))));
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
  const auto which = oracle::RegularSolid{std::uniform_int_distribution<int>(0, 4)(random)};
  std::vector<Vector> corners = oracle::regular_corners(which);
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
  points = centred(std::move(points));
  return solid_of(points, oracle::wrap_hull(points));
}

}  // namespace study
