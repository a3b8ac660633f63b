// Walls and bodies for tests, and the search for the triangles near a body.
#pragma once

#include <cmath>
#include <numbers>
#include <random>

#include "talus/narrow/wall_contacts.h"
#include "talus/shape.h"

namespace talus::test {

using WallTriangles = std::vector<std::array<std::int32_t, 3>>;

struct Grain {
  explicit Grain(Shape of) : shape(std::move(of)) {
    if (const auto* mesh = std::get_if<Mesh>(&shape)) inner = MeshInnerPoints(mesh->view());
  }
  Shape shape;
  MeshInnerPoints inner;
};

inline Quat<double> random_turn(std::mt19937& engine) {
  std::normal_distribution<> n;
  const Quat<double> q{n(engine), n(engine), n(engine), n(engine)};
  const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {q.w / length, q.x / length, q.y / length, q.z / length};
}

inline Quat<double> turn_about(const Vec3<double>& axis, double angle) {
  const Vec3<double> u = std::sin(0.5 * angle) * normalized(axis);
  return {std::cos(0.5 * angle), u.x, u.y, u.z};
}

inline Polyhedron block(const Vec3<double>& half) {
  std::vector<Vec3<double>> corner;
  for (int i = 0; i < 8; ++i) {
    corner.push_back(
        {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  }
  return make_polyhedron(corner);
}

inline Polyhedron random_hull(std::mt19937& engine, int points) {
  std::normal_distribution<> n;
  std::vector<Vec3<double>> corner;
  for (int i = 0; i < points; ++i) {
    corner.push_back(0.5 * normalized(Vec3<double>{n(engine), n(engine), n(engine)}));
  }
  return make_polyhedron(corner);
}

// A square of half-width `half` in the plane z = 0, of `count` triangles: any triangle is cut into
// three at a random point until there are enough, slivers and all.
inline TriangleWall random_square(double half, int count, std::mt19937& engine,
                                  const Mat3<double>& turn, const Vec3<double>& shift) {
  std::vector<Vec3<double>> vertex{
      {-half, -half, 0.0}, {half, -half, 0.0}, {half, half, 0.0}, {-half, half, 0.0}};
  WallTriangles triangle{{0, 1, 2}, {0, 2, 3}};
  std::uniform_real_distribution<> unit(0.0, 1.0);
  const auto area = [&](const std::array<std::int32_t, 3>& t) {
    const Vec3<double> a = vertex[static_cast<std::size_t>(t[0])];
    return norm(cross(vertex[static_cast<std::size_t>(t[1])] - a,
                      vertex[static_cast<std::size_t>(t[2])] - a));
  };
  while (static_cast<int>(triangle.size()) < count) {
    // The largest of three, so that none gets as small as rounding.
    std::size_t t = engine() % triangle.size();
    for (int i = 0; i < 2; ++i) {
      const std::size_t other = engine() % triangle.size();
      if (area(triangle[other]) > area(triangle[t])) t = other;
    }
    double a = unit(engine), b = unit(engine), c = unit(engine);
    const double sum = a + b + c;
    const auto [i, j, k] = triangle[t];
    const auto at = [&](std::int32_t v) { return vertex[static_cast<std::size_t>(v)]; };
    vertex.push_back((a / sum) * at(i) + (b / sum) * at(j) + (c / sum) * at(k));
    const auto middle = static_cast<std::int32_t>(vertex.size()) - 1;
    // One of the three turned around: the order of corners must not matter.
    triangle[t] = {i, j, middle};
    triangle.push_back({j, k, middle});
    triangle.push_back({i, k, middle});
  }
  for (Vec3<double>& v : vertex) v = turn * v + shift;
  return TriangleWall(vertex, triangle);
}

// The triangles whose boxes meet the body's.
inline std::vector<std::int32_t> near(const TriangleWall& wall, const Pose<double>& wall_pose,
                                      const Shape& shape, const Pose<double>& pose) {
  const BoundingBox<double> box = *world_box(shape, pose);
  const Mat3<double> turn = rotation_of(wall_pose.orientation);
  std::vector<std::int32_t> list;
  for (std::size_t t = 0; t < wall.triangles().size(); ++t) {
    bool meets = true;
    for (int axis = 0; axis < 3; ++axis) {
      double low = INFINITY, high = -INFINITY;
      for (int k = 0; k < 3; ++k) {
        const Vec3<double> v =
            turn * wall.corner_of(static_cast<std::int32_t>(t), k) + wall_pose.position;
        low = std::min(low, v[axis]);
        high = std::max(high, v[axis]);
      }
      meets = meets && low <= box.upper[axis] && high >= box.lower[axis];
    }
    if (meets) list.push_back(static_cast<std::int32_t>(t));
  }
  return list;
}

inline std::vector<WallContact> touch(const TriangleWall& wall, const Pose<double>& wall_pose,
                                      const Grain& grain, const Pose<double>& pose) {
  std::vector<WallContact> found;
  WallScratch scratch;
  const std::vector<std::int32_t> nearby = near(wall, wall_pose, grain.shape, pose);
  wall_contacts(wall, wall_pose, nearby, grain.shape, pose, scratch, found, hertz_energy_power,
                kind_of(grain.shape) == Kind::mesh ? &grain.inner : nullptr);
  return found;
}

inline std::vector<WallContact> touch(const TriangleWall& wall, const Grain& grain,
                                      const Pose<double>& pose) {
  return touch(wall, {}, grain, pose);
}

// One of every kind of convex body, some of them twice.
inline std::vector<Grain> convex_grains() {
  std::mt19937 engine(5);
  std::vector<Grain> grain;
  grain.emplace_back(make_sphere(0.5));
  grain.emplace_back(make_ellipsoid({0.6, 0.4, 0.3}));
  grain.emplace_back(make_superquadric({0.5, 0.4, 0.3}, 4.0, 3.0));
  grain.emplace_back(make_superquadric({0.5, 0.4, 0.3}, 1.5, 2.0));
  grain.emplace_back(random_hull(engine, 26));
  grain.emplace_back(block({0.4, 0.3, 0.3}));
  return grain;
}

// A plate of two triangles, z = 0, x from -2 to `end`.
inline TriangleWall plate(double end) {
  return TriangleWall({{-2, -2, 0}, {end, -2, 0}, {end, 2, 0}, {-2, 2, 0}}, {{0, 1, 2}, {0, 2, 3}});
}

// A cube of twelve triangles, from -1 to 1.
inline TriangleWall inside_of_box() {
  std::vector<Vec3<double>> vertex;
  for (int i = 0; i < 8; ++i) {
    vertex.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
  }
  return TriangleWall(vertex, {{0, 2, 1},
                               {1, 2, 3},
                               {4, 5, 6},
                               {5, 7, 6},
                               {0, 1, 4},
                               {1, 5, 4},
                               {2, 6, 3},
                               {3, 6, 7},
                               {0, 4, 2},
                               {2, 4, 6},
                               {1, 3, 5},
                               {3, 7, 5}});
}

}  // namespace talus::test
