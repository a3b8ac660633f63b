#include "talus/shape/triangle_wall.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "talus/shape/mesh/mesh_size.h"
#include "talus/shape/wall_edges.h"

namespace talus {
namespace {

using Point = Vec3<double>;
using Triangle = WallEdges::Triangle;

constexpr double plane_tolerance = 2.4e-7;  // of the largest coordinate: four roundings of a float
constexpr double rounding_tolerance = 1e-12;  // of the largest coordinate: double arithmetic on it
constexpr double least_height =
    8e-15;  // of the largest coordinate: rounding of a triangle's corners

double check(const std::vector<Point>& vertices, const std::vector<Triangle>& triangles) {
  double largest = 0.0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Point& v = vertices[i];
    if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) {
      throw ShapeError("wall",
                       fmt::format("vertex {} must be finite, got ({}, {}, {})", i, v.x, v.y, v.z));
    }
    largest = std::max(largest, max_norm(v));
  }
  BoundingBox<double> box{};
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const double x = vertices[i][axis];
      box.lower[axis] = i == 0 ? x : std::min(box.lower[axis], x);
      box.upper[axis] = i == 0 ? x : std::max(box.upper[axis], x);
    }
  }
  require_mesh_size(box);
  if (triangles.empty()) throw ShapeError("wall", "there must be at least one triangle");
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (const std::int32_t v : triangles[t]) {
      if (v >= 0 && static_cast<std::size_t>(v) < vertices.size()) continue;
      throw ShapeError("wall", fmt::format("triangle {} has vertex {}, but there are {} vertices",
                                           t, v, vertices.size()));
    }
  }
  return largest;
}

}  // namespace

// Faces, creases and corners from the edges.
class WallMaker {
 public:
  WallMaker(TriangleWall& wall, double largest)
      : wall_(wall),
        tolerance_(plane_tolerance * largest),
        edge_(wall.vertex_, wall.triangle_, tolerance_, least_height * largest) {
    wall_.rounding_ = rounding_tolerance * largest;
    grow_faces();
    grow_creases();
    orient_sheets();
    find_corners();
  }

 private:
  using Edge = WallEdges::Edge;

  const Point& at(std::int32_t v) const { return wall_.vertex_[static_cast<std::size_t>(v)]; }
  Point doubled_area(std::int32_t t) const {
    const Point a = wall_.corner_of(t, 0);
    return cross(wall_.corner_of(t, 1) - a, wall_.corner_of(t, 2) - a);
  }
  std::int32_t& crease_along(std::int32_t e) { return crease_along_[static_cast<std::size_t>(e)]; }
  // Within a face.
  bool is_flat(std::int32_t e) const { return is_flat_[static_cast<std::size_t>(e)]; }

  // In the triangle's plane, from the edge to its third corner.
  Point into(std::int32_t t, const Edge& edge) const {
    const Point along = normalized(at(edge.vertex[1]) - at(edge.vertex[0]));
    const Point to = at(edge_.opposite(t, edge)) - at(edge.vertex[0]);
    return normalized(to - dot(to, along) * along);
  }

  // From the largest triangle that has no face yet, as far as its plane goes.
  void grow_faces() {
    wall_.face_of_.assign(wall_.triangle_.size(), -1);
    std::vector<std::int32_t> order;
    std::vector<double> area(wall_.triangle_.size());
    for (std::size_t t = 0; t < area.size(); ++t) {
      area[t] = norm(doubled_area(static_cast<std::int32_t>(t)));
      if (edge_.has_area(t)) order.push_back(static_cast<std::int32_t>(t));
    }
    if (order.empty()) throw ShapeError("wall", "no triangle has any area");
    std::sort(order.begin(), order.end(), [&](std::int32_t i, std::int32_t j) {
      const double p = area[static_cast<std::size_t>(i)], q = area[static_cast<std::size_t>(j)];
      return p > q || (p == q && i < j);
    });
    for (const std::int32_t seed : order) {
      if (wall_.face_of_[static_cast<std::size_t>(seed)] < 0) grow_face(seed);
    }
  }

  void grow_face(std::int32_t seed) {
    const auto number = static_cast<std::int32_t>(wall_.face_.size());
    const Point normal = normalized(doubled_area(seed));
    const double offset = dot(normal, wall_.corner_of(seed, 0));
    std::vector<std::int32_t> members{seed};
    wall_.face_of_[static_cast<std::size_t>(seed)] = number;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::int32_t member = members[i];
      edge_.for_edges(member, [&](std::int32_t e) {
        const Edge& edge = edge_[e];
        if (edge.triangle.size() != 2) return;
        const std::int32_t next = edge.triangle[edge.triangle[0] == member ? 1 : 0];
        if (wall_.face_of_[static_cast<std::size_t>(next)] >= 0) return;
        const bool in_plane =
            std::abs(dot(normal, at(edge_.opposite(next, edge))) - offset) <= tolerance_;
        if (!in_plane || dot(into(next, edge), into(member, edge)) > 0.0) return;
        wall_.face_of_[static_cast<std::size_t>(next)] = number;
        members.push_back(next);
      });
    }
    // The mean plane of all of them.
    Point sum{};
    double height = 0.0;
    for (const std::int32_t t : members) {
      const Point area = doubled_area(t);
      sum = sum + (dot(area, normal) < 0.0 ? -area : area);
    }
    const Point mean = normalized(sum);
    for (const std::int32_t t : members) {
      for (int k = 0; k < 3; ++k) height += dot(mean, wall_.corner_of(t, k));
    }
    wall_.face_.push_back({mean, height / (3.0 * static_cast<double>(members.size())), 0});
  }

  std::vector<std::int32_t> faces_beside(const Edge& edge) const {
    std::vector<std::int32_t> faces;
    for (const std::int32_t t : edge.triangle) {
      faces.push_back(wall_.face_of_[static_cast<std::size_t>(t)]);
    }
    std::sort(faces.begin(), faces.end());
    return faces;
  }

  void grow_creases() {
    edges_at_.resize(wall_.vertex_.size());
    std::vector<std::int32_t> order;
    crease_along_.assign(edge_.size(), -1);
    is_flat_.assign(edge_.size(), false);
    for (std::size_t e = 0; e < edge_.size(); ++e) {
      const Edge& edge = edge_[static_cast<std::int32_t>(e)];
      if (edge.triangle.empty()) continue;
      for (const std::int32_t v : edge.vertex) {
        edges_at_[static_cast<std::size_t>(v)].push_back(static_cast<std::int32_t>(e));
      }
      const std::vector<std::int32_t> faces = faces_beside(edge);
      is_flat_[e] = faces.size() == 2 && faces[0] == faces[1];
      if (!is_flat_[e]) order.push_back(static_cast<std::int32_t>(e));
    }
    const auto length = [&](std::int32_t e) {
      const Edge& edge = edge_[e];
      return norm(at(edge.vertex[1]) - at(edge.vertex[0]));
    };
    std::sort(order.begin(), order.end(), [&](std::int32_t i, std::int32_t j) {
      const double p = length(i), q = length(j);
      return p > q || (p == q && i < j);
    });
    for (const std::int32_t seed : order) {
      if (crease_along(seed) < 0) grow_crease(seed);
    }
    wall_.crease_.push_back({{}, {}, static_cast<std::int32_t>(wall_.beside_.size())});
    wall_.first_crease_of_.push_back(0);
    for (std::size_t t = 0; t < wall_.triangle_.size(); ++t) {
      edge_.for_edges(static_cast<std::int32_t>(t),
                      [&](std::int32_t e) { wall_.creases_of_.push_back(crease_along(e)); });
      wall_.first_crease_of_.push_back(static_cast<std::int32_t>(wall_.creases_of_.size()));
    }
  }

  // Both directions along its line, as long as the same faces are beside it.
  void grow_crease(std::int32_t seed) {
    const auto number = static_cast<std::int32_t>(wall_.crease_.size());
    const Edge& first = edge_[seed];
    const std::vector<std::int32_t> faces = faces_beside(first);
    const Point origin = at(first.vertex[0]);
    const Point along = normalized(at(first.vertex[1]) - origin);
    crease_along(seed) = number;
    std::int32_t end[2] = {first.vertex[0], first.vertex[1]};
    for (int side = 0; side < 2; ++side) {
      for (bool grew = true; grew;) {
        grew = false;
        for (const std::int32_t e : edges_at_[static_cast<std::size_t>(end[side])]) {
          const Edge& edge = edge_[e];
          if (is_flat(e) || crease_along(e) >= 0) continue;
          const std::int32_t far = edge.vertex[edge.vertex[0] == end[side] ? 1 : 0];
          const Point to = at(far) - origin;
          const double ahead = dot(at(far) - at(end[side]), along);
          if ((side == 0 ? ahead >= 0.0 : ahead <= 0.0) ||
              norm(to - dot(to, along) * along) > tolerance_ || faces_beside(edge) != faces) {
            continue;
          }
          crease_along(e) = number;
          end[side] = far;
          grew = true;
          break;
        }
      }
    }
    wall_.crease_.push_back(
        {at(end[0]), at(end[1]), static_cast<std::int32_t>(wall_.beside_.size())});
    for (const std::int32_t t : first.triangle) {
      wall_.beside_.push_back({wall_.face_of_[static_cast<std::size_t>(t)], into(t, first)});
    }
  }

  // From the first face of each sheet over its creases.
  void orient_sheets() {
    std::vector<std::vector<std::int32_t>> creases_at(wall_.face_.size());
    for (std::int32_t c = 0; c < wall_.crease_count(); ++c) {
      const auto beside = wall_.beside(c);
      if (beside.size() != 2 || beside[0].face == beside[1].face) continue;
      for (const WallBeside& b : beside) creases_at[static_cast<std::size_t>(b.face)].push_back(c);
    }
    for (WallFace& face : wall_.face_) face.sheet = -1;
    std::int32_t sheet = 0;
    std::vector<std::size_t> open;
    for (std::size_t seed = 0; seed < wall_.face_.size(); ++seed) {
      if (wall_.face_[seed].sheet >= 0) continue;
      wall_.face_[seed].sheet = sheet;
      open.assign(1, seed);
      while (!open.empty()) {
        const std::size_t from = open.back();
        open.pop_back();
        for (const std::int32_t c : creases_at[from]) {
          const auto beside = wall_.beside(c);
          const bool first = static_cast<std::size_t>(beside[0].face) == from;
          const WallBeside &own = beside[first ? 0 : 1], &other = beside[first ? 1 : 0];
          WallFace& next = wall_.face_[static_cast<std::size_t>(other.face)];
          if (next.sheet >= 0) continue;
          const WallCrease& crease = wall_.crease_[static_cast<std::size_t>(c)];
          const Point axis = crease.to - crease.from;
          // The body of one side sees one face left of the crease and the other one right of it.
          const double left = dot(cross(wall_.face_[from].normal, axis), own.into);
          if (left * dot(cross(next.normal, axis), other.into) > 0.0) {
            next.normal = -next.normal;
            next.offset = -next.offset;
          }
          next.sheet = sheet;
          open.push_back(static_cast<std::size_t>(other.face));
        }
      }
      ++sheet;
    }
  }

  // A vertex is a corner unless it is within a face or within a crease.
  void find_corners() {
    std::vector<std::int32_t> corner_at(wall_.vertex_.size(), -1);
    for (std::size_t v = 0; v < edges_at_.size(); ++v) {
      std::vector<std::int32_t> creases;
      for (const std::int32_t e : edges_at_[v]) {
        if (!is_flat(e)) creases.push_back(crease_along(e));
      }
      if (creases.empty() || (creases.size() == 2 && creases[0] == creases[1])) continue;
      corner_at[v] = static_cast<std::int32_t>(wall_.corner_.size());
      wall_.corner_.push_back(
          {static_cast<std::int32_t>(v), static_cast<std::int32_t>(wall_.edge_.size())});
      for (const std::int32_t e : edges_at_[v]) {
        const Edge& edge = edge_[e];
        const bool is_first = edge.vertex[0] == static_cast<std::int32_t>(v);
        const Point along = at(edge.vertex[is_first ? 1 : 0]) - at(static_cast<std::int32_t>(v));
        wall_.edge_.push_back({normalized(along), !is_flat(e)});
      }
    }
    wall_.corner_.push_back({-1, static_cast<std::int32_t>(wall_.edge_.size())});
    for (const Triangle& w : edge_.welded()) {
      wall_.corners_of_.push_back({corner_at[static_cast<std::size_t>(w[0])],
                                   corner_at[static_cast<std::size_t>(w[1])],
                                   corner_at[static_cast<std::size_t>(w[2])]});
    }
  }

  TriangleWall& wall_;
  double tolerance_;
  WallEdges edge_;
  std::vector<std::int32_t> crease_along_;           // of an edge; -1: none
  std::vector<bool> is_flat_;                        // of an edge
  std::vector<std::vector<std::int32_t>> edges_at_;  // of a vertex
};

TriangleWall::TriangleWall(std::vector<Vec3<double>> vertices,
                           std::vector<std::array<std::int32_t, 3>> triangles, WallSides sides)
    : vertex_(std::move(vertices)), triangle_(std::move(triangles)), sides_(sides) {
  WallMaker(*this, check(vertex_, triangle_));
}

std::span<const WallBeside> TriangleWall::beside(std::int32_t crease) const {
  const WallCrease* c = &crease_[static_cast<std::size_t>(crease)];
  return {beside_.data() + c->first_beside, beside_.data() + (c + 1)->first_beside};
}

std::span<const WallEdge> TriangleWall::edges(std::int32_t corner) const {
  const WallCorner* c = &corner_[static_cast<std::size_t>(corner)];
  return {edge_.data() + c->first_edge, edge_.data() + (c + 1)->first_edge};
}

}  // namespace talus
