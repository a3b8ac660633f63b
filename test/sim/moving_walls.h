// What the tests of moving walls share: motions, walls, and a scene in which everything moves.
#pragma once

#include <cstdint>
#include <numbers>
#include <vector>

#include "sim/setup_for_tests.h"

namespace talus {

constexpr double pi = std::numbers::pi;

inline PrescribedMotion oscillation(const Vec3<double>& direction, double amplitude,
                                    double frequency, double phase = 0.0) {
  PrescribedMotion m;
  m.type = MotionType::oscillate;
  m.direction = direction;
  m.amplitude = amplitude, m.frequency = frequency, m.phase = phase;
  return m;
}

inline PrescribedMotion turning(PrescribedMotion m, const Vec3<double>& axis,
                                const Vec3<double>& centre) {
  m.turns = true;
  m.direction = axis;
  m.centre = centre;
  return m;
}

inline void set_motion(TestScene& scene, std::int32_t body,
                       const std::vector<PrescribedMotion>& motions) {
  scene.setup.freedom[static_cast<std::size_t>(body)] = Freedom::prescribed;
  scene.setup.motion_groups.push_back({{{body}, {}}, motions});
}

inline std::int32_t last_body(const TestScene& scene) {
  return static_cast<std::int32_t>(scene.setup.bodies.size()) - 1;
}

inline MeshWall plate(const Vec3<double>& middle, double half) {
  MeshWall wall;
  wall.name = "plate";
  wall.vertex = {middle + Vec3<double>{-half, -half, 0}, middle + Vec3<double>{half, -half, 0},
                 middle + Vec3<double>{half, half, 0}, middle + Vec3<double>{-half, half, 0}};
  wall.triangle = {{0, 1, 2}, {0, 2, 3}};
  wall.centre = middle;
  return wall;
}

inline TestScene elastic_ball(const Vec3<double>& position, const Vec3<double>& velocity = {}) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.interaction() = {1.0, 0.0, 0.0, 0.8, {}};
  scene.add(scene.shape(make_sphere(0.01)), {position, {}}, velocity);
  return scene;
}
// Everything that moves, with loads on it.
inline TestScene everything() {
  TestScene scene = falling_grains(45);
  for (int i = 0; i < 45; ++i) {
    Vec3<double>& position = scene.setup.bodies.poses[static_cast<std::size_t>(i)].position;
    position = position + Vec3<double>{0, 0, 0.02};  // above the plate
    scene.setup.velocity[static_cast<std::size_t>(i)] = {0, 0, -1};
  }
  constexpr std::int32_t floor = 45, side = 46;
  set_motion(scene, floor, {oscillation({0, 0, 1}, 0.002, 40.0)});
  PrescribedMotion ramp;
  ramp.type = MotionType::ramp;
  ramp.direction = {1, 0, 0};
  ramp.to_rate = 0.05, ramp.start = 0.01, ramp.end = 0.03;
  set_motion(scene, side, {ramp});
  scene.setup.surface_motions.push_back({{{side + 1}, {}}, {0, 0.3, 0.2}, {}});
  PrescribedMotion table;
  table.type = MotionType::table;
  table.time = {0.0, 0.013, 0.02, 0.05};
  table.value = {0.0, 0.004, -0.002, 0.003};
  scene.setup.mesh_walls.push_back(plate({0.039, 0.039, 0.01}, 0.015));
  PrescribedMotion turn;
  turn.rate = 12.0;
  table.direction = {0, 0, 1};
  scene.setup.motion_groups.push_back(
      {{{}, {0}},
       {table, turning(turn, {0, 0, 1}, {0.039, 0.039, 0.01}),
        turning(oscillation({}, 0.3, 20.0), {1, 0, 0}, {0.039, 0.039, 0.01})}});
  table.values_are_rates = true;
  table.value = {0.0, 0.1, -0.2, 0.1};
  scene.add(scene.shape(make_ellipsoid({0.006, 0.004, 0.004})), {{0.02, 0.02, 0.012}, {}});
  set_motion(scene, last_body(scene), {table});
  scene.setup.varying_gravity.emplace();
  scene.setup.varying_gravity->angular_velocity = {3.0, 0, 0};
  scene.setup.wall_loads.push_back({"floor", {{floor}, {}}, {0.01, 0, 0}, 0.0});
  scene.setup.wall_loads.push_back({"others", {{side, side + 1, last_body(scene)}, {0}}, {}, 0.0});
  return scene;
}

}  // namespace talus
