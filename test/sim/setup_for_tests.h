// Setups built in a few lines, with one material.
#pragma once

#include <string>
#include <vector>

#include "talus/packing/random.h"
#include "talus/simulation.h"

namespace talus {

struct TestScene {
  Setup setup;

  TestScene() {
    setup.materials.material = {{"stone", 2500, 1e7, 0.25}};
    setup.materials.interaction = {Interaction{}};
  }
  Interaction& interaction() { return setup.materials.interaction[0]; }

  std::int32_t shape(const Shape& shape) {
    setup.bodies.shapes.push_back(shape);
    return static_cast<std::int32_t>(setup.bodies.shapes.size()) - 1;
  }
  void add(std::int32_t shape, const Pose<double>& pose, const Vec3<double>& velocity = {},
           const Vec3<double>& spin = {}, Freedom freedom = Freedom::free) {
    setup.bodies.shape_of.push_back(shape);
    setup.bodies.poses.push_back(pose);
    setup.name.push_back("body " + std::to_string(setup.name.size()));
    setup.material_of.push_back(0);
    setup.freedom.push_back(freedom);
    setup.velocity.push_back(velocity);
    setup.angular_velocity.push_back(spin);
  }
  void add_floor(const Vec3<double>& normal = {0, 0, 1}, double offset = 0) {
    add(shape(make_half_space(normal, offset)), {}, {}, {}, Freedom::fixed);
    setup.name.back() = "floor";
  }
  void add_mesh_floor() {
    MeshWall wall;
    wall.name = "mesh floor";
    wall.vertex = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    wall.triangle = {{0, 1, 2}, {0, 2, 3}};
    setup.mesh_walls.push_back(wall);
  }
};

inline Polyhedron cube_of(double half) {
  std::vector<Vec3<double>> corner;
  for (int i = 0; i < 8; ++i) {
    corner.push_back(
        {(i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half, (i & 4) != 0 ? half : -half});
  }
  return make_polyhedron(corner);
}

// One shape of every convex kind, about a radius r.
inline std::vector<Shape> convex_kinds(double r) {
  return {make_sphere(r), make_ellipsoid({0.8 * r, 0.9 * r, 1.2 * r}),
          make_superquadric({r, 0.8 * r, 0.9 * r}, 4, 4), cube_of(0.7 * r)};
}

inline Quat<double> some_orientation(Random& random) {
  Quat<double> q{random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5,
                 random.uniform() - 0.5};
  const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {q.w / length, q.x / length, q.y / length, q.z / length};
}

// Grains of all convex kinds on a lattice above a floor between four walls, falling.
inline TestScene falling_grains(int count) {
  TestScene scene;
  constexpr double r = 0.01, pitch = 2.6 * r;
  std::vector<std::int32_t> shape;
  for (const Shape& kind : convex_kinds(r)) shape.push_back(scene.shape(kind));
  Random random(7);
  for (int i = 0; i < count; ++i) {
    const Vec3<double> site{(i % 3 + 0.5) * pitch, (i / 3 % 3 + 0.5) * pitch,
                            (i / 9 + 0.6) * pitch};
    const Vec3<double> jitter{random.uniform(), random.uniform(), random.uniform()};
    scene.add(shape[static_cast<std::size_t>(i) % shape.size()],
              {site + 0.1 * r * jitter, some_orientation(random)});
  }
  scene.add_floor();
  scene.add_floor({1, 0, 0}, 0), scene.add_floor({-1, 0, 0}, -3 * pitch);
  scene.add_floor({0, 1, 0}, 0), scene.add_floor({0, -1, 0}, -3 * pitch);
  return scene;
}

}  // namespace talus
