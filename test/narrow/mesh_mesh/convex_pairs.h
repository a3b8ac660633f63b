// Convex bodies in the discrete function representation, against the production methods of the
// same bodies: how fast depth and normal converge with the cell size. For the test and the study.
//
// The answer about meshes is the deepest contact, that of the production methods the minimum
// translation. They are the same for smooth bodies that overlap by little, and for cubes where a
// corner is in the middle of a face: only such poses are taken.
#pragma once

#include <functional>
#include <string>

#include "narrow/mesh_mesh/bodies.h"
#include "talus/narrow/contact.h"

namespace talus::test {

inline constexpr double cube_half = 0.8;

struct ConvexBody {
  std::string name;
  Shape exact;
  std::function<Mesh(int cells)> as_mesh;
};

inline Mesh tessellated(const ImplicitFunction& function, const Vec3<double>& half, int cells) {
  return make_mesh(function, {-1.1 * half, 1.1 * half}, {.cells = cells});
}

inline std::vector<ConvexBody> convex_bodies_as_meshes() {
  const Vec3<double> cube{cube_half, cube_half, cube_half}, egg{1.0, 0.8, 0.6},
      block{1.0, 0.8, 0.7};
  const double n1 = 3.0, n2 = 2.5;
  return {{"cube, its own facets", make_polyhedron(box(cube).vertices),
           [cube](int cells) {
             return make_mesh(box(cube), {.cells = cells, .surface = MeshSurface::source});
           }},
          {"cube, tessellated", make_polyhedron(box(cube).vertices),
           [cube](int cells) {
             return make_mesh(box(cube), {.cells = cells, .surface = MeshSurface::tessellated});
           }},
          {"ellipsoid", make_ellipsoid(egg),
           [egg](int cells) {
             return tessellated(
                 [egg](const Vec3<double>& p) {
                   return norm(Vec3<double>{p.x / egg.x, p.y / egg.y, p.z / egg.z}) - 1.0;
                 },
                 egg, cells);
           }},
          {"superquadric, exponents 3 and 2.5", make_superquadric(block, n1, n2), [=](int cells) {
             return tessellated(
                 [=](const Vec3<double>& p) {
                   const double flat = std::pow(std::abs(p.x / block.x), n2) +
                                       std::pow(std::abs(p.y / block.y), n2);
                   return std::pow(std::pow(flat, n1 / n2) + std::pow(std::abs(p.z / block.z), n1),
                                   1.0 / n1) -
                          1.0;
                 },
                 block, cells);
           }}};
}

struct ConvexPair {
  Pose<double> pose_a, pose_b;
  Contact<double> exact;
};

// Random pairs that overlap by `depth`, found by bisection along the line of centres.
inline std::vector<ConvexPair> pairs_at_depth(const Shape& shape, double depth, int count) {
  std::mt19937 engine(19);
  std::normal_distribution<> n;
  const auto turn = [&] {
    Quat<double> q{n(engine), n(engine), n(engine), n(engine)};
    const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return Quat<double>{q.w / length, q.x / length, q.y / length, q.z / length};
  };
  // Whether the normal is that of a face of the cube at this pose, and the corner of the other that
  // is in it, `point`, is farther from its other faces than it is deep.
  const auto is_in_face = [&](const Pose<double>& pose, const Vec3<double>& normal,
                              const Vec3<double>& point) {
    const Mat3<double> rotation = rotation_of(pose.orientation);
    const Vec3<double> direction = transpose_times(rotation, normal),
                       local = transpose_times(rotation, point - pose.position);
    if (max_norm(direction) < 1.0 - 1e-12) return false;
    for (int axis = 0; axis < 3; ++axis) {
      const bool is_normal = std::abs(direction[axis]) > 0.5;
      if (!is_normal && std::abs(local[axis]) > cube_half - 3.0 * depth) return false;
    }
    return true;
  };
  std::vector<ConvexPair> pairs;
  while (static_cast<int>(pairs.size()) < count) {
    const Vec3<double> along = random_direction(engine);
    ConvexPair pair{{{}, turn()}, {{}, turn()}, {}};
    double inside = 0.0, outside = 4.0;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (inside + outside);
      pair.pose_b.position = middle * along;
      pair.exact = contact(shape, pair.pose_a, shape, pair.pose_b);
      (pair.exact.distance < -depth ? inside : outside) = middle;
    }
    if (kind_of(shape) != Kind::polyhedron ||
        is_in_face(pair.pose_a, pair.exact.normal, pair.exact.point_b) ||
        is_in_face(pair.pose_b, pair.exact.normal, pair.exact.point_a)) {
      pairs.push_back(pair);
    }
  }
  return pairs;
}

// The worst over the pairs, of the deepest contact.
struct ConvexErrors {
  double depth{};
  double normal{};  // radian
};

inline ConvexErrors convex_errors(const Mesh& mesh, const std::vector<ConvexPair>& pairs) {
  ConvexErrors worst;
  for (const ConvexPair& pair : pairs) {
    const Mat3<double> rotation = rotation_of(pair.pose_a.orientation);
    const Contact<double> c =
        deepest(mesh.view(), mesh.view(), relative_pose(pair.pose_a, rotation, pair.pose_b));
    worst.depth = std::max(worst.depth, std::abs(c.distance - pair.exact.distance));
    worst.normal = std::max(worst.normal, norm(rotation * c.normal - pair.exact.normal));
  }
  return worst;
}

// The slope of a line through log(error) over log(1 / cells), by least squares.
inline double observed_order(const std::vector<int>& cells, const std::vector<double>& errors) {
  double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double u = -std::log(cells[i]), v = std::log(errors[i]);
    x += u, y += v, xx += u * u, xy += u * v;
  }
  const auto n = static_cast<double>(cells.size());
  return (n * xy - x * y) / (n * xx - x * x);
}

}  // namespace talus::test
