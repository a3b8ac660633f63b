// Shapes and brute force for the tests of this module.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "talus/packing.h"
#include "talus/shape.h"

namespace talus::test {

inline Shape brick(double x, double y, double z, const Vec3<double>& corner) {
  std::vector<Vec3<double>> points;
  for (const double i : {0.0, x}) {
    for (const double j : {0.0, y}) {
      for (const double k : {0.0, z}) points.push_back(corner + Vec3<double>{i, j, k});
    }
  }
  return make_polyhedron(points);
}

// One shape of every kind that has a volume; the polyhedron's origin is far outside of it.
inline std::vector<Shape> one_of_each() {
  return {make_sphere(0.5), make_ellipsoid({0.2, 0.6, 0.45}),
          make_superquadric({0.5, 0.3, 0.4}, 5.0, 3.0),
          make_superquadric({0.5, 0.4, 0.6}, 1.3, 1.6), brick(0.9, 0.5, 0.4, {2.0, -1.0, 0.5})};
}

// Bodies anywhere, overlapping or not, some outside of the cube.
inline Bodies scattered(const std::vector<Shape>& shapes, int count, double box, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> coordinate(-0.7 * box, 1.6 * box), turn(-1.0, 1.0);
  Bodies bodies{shapes, {}, {}};
  for (int i = 0; i < count; ++i) {
    bodies.shape_of.push_back(i % static_cast<int>(shapes.size()));
    const Quat<double> q{turn(generator), turn(generator), turn(generator), turn(generator)};
    const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    bodies.poses.push_back(
        make_pose({coordinate(generator), coordinate(generator), coordinate(generator)},
                  {q.w / length, q.x / length, q.y / length, q.z / length}));
  }
  return bodies;
}

struct Ball {
  Vec3<double> centre;
  double radius;
};

// The bounding balls of all bodies.
inline std::vector<Ball> balls_of(const Bodies& bodies) {
  std::vector<Ball> balls;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto sphere = *bounding_sphere(bodies.shape(i));
    const Pose<double>& pose = bodies.poses[i];
    balls.push_back({pose.position + rotation_of(pose.orientation) * sphere.centre, sphere.radius});
  }
  return balls;
}

// The gap between the balls of a pair of images.
inline double gap_of(const std::vector<Ball>& balls, double box, const NeighbourPair& pair) {
  const Ball &a = balls[static_cast<std::size_t>(pair.a)],
             &b = balls[static_cast<std::size_t>(pair.b)];
  const Pose<double> image = pose_of_image({b.centre, {}}, box, pair.image);
  return norm(image.position - a.centre) - a.radius - b.radius;
}

// Every pair of images with |image| <= range, each once, by its definition.
template <class Visit>
void for_all_image_pairs(std::size_t count, int range, const Visit& visit) {
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a; b < count; ++b) {
      for (int x = -range; x <= range; ++x) {
        for (int y = -range; y <= range; ++y) {
          for (int z = -range; z <= range; ++z) {
            const std::array<std::int32_t, 3> image{x, y, z};
            if (a == b && !(image > std::array<std::int32_t, 3>{})) continue;
            visit(NeighbourPair{static_cast<std::int32_t>(a), static_cast<std::int32_t>(b), image});
          }
        }
      }
    }
  }
}

}  // namespace talus::test
