// Small simulations, one with every kind of contact and one whose bodies come and go, and their
// checkpoints in memory.
#pragma once

#include <filesystem>
#include <memory>
#include <numbers>
#include <span>
#include <string>

#include "output/recorded_hdf5.h"
#include "sim/flow_for_tests.h"
#include "sim/setup_for_tests.h"
#include "talus/sim/simulation_archive.h"

namespace talus::test {

inline TriangleMesh cube_mesh(double half) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.push_back(
        {(i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half, (i & 4) != 0 ? half : -half});
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

// Bodies of all kinds side by side, touching each other, a floor and a mesh wall; periodic in x.
inline Setup crowded_setup() {
  TestScene scene;
  scene.interaction().rolling_friction = 0.1;
  scene.interaction().friction = 0.5;
  const std::int32_t shapes[] = {
      scene.shape(make_sphere(0.05)), scene.shape(make_ellipsoid({0.05, 0.04, 0.05})),
      scene.shape(make_superquadric({0.05, 0.05, 0.05}, 4, 4)), scene.shape(cube_of(0.05)),
      scene.shape(make_mesh(cube_mesh(0.05), {.cells = 8}))};
  int i = 0;
  for (const std::int32_t shape : shapes) {
    for (int k = 0; k < 2; ++k) {
      scene.add(shape, make_pose({0.098 * (i / 5), 0.098 * (i % 5) - 0.2, 0.0495}, {1, 0, 0, 0}));
      ++i;
    }
  }
  // Depths of pairs of flat ones begin at the last ones (PairBlock::bulged).
  const std::int32_t flat = scene.shape(make_superquadric({0.05, 0.05, 0.05}, 6, 6));
  for (int k = 0; k < 2; ++k, ++i) {
    scene.add(flat, make_pose({0.4, 0.098 * k, 0.0495}, {1, 0, 0, 0}));
  }
  scene.add_floor();
  scene.add_mesh_floor();
  scene.setup.wall_loads.push_back({"floors", {{i}, {0}}, {}, 0.0});
  scene.setup.domain = {{-1, -1, -1}, {1, 1, 1}, {true, false, false}};
  return scene.setup;
}

// Grains that fall from an inlet past an outlet onto a floor, which some of them leave at its
// bounds.
inline Setup flowing_setup() {
  TestScene scene;
  scene.setup.time_step = 4e-5;
  const std::int32_t ball = scene.shape(make_sphere(0.01));
  for (int i = 0; i < 4; ++i) {
    scene.add(ball, make_pose({0.02 * i, 0.1, 0.00999}, {1, 0, 0, 0}));
  }
  scene.add(ball, make_pose({0.999, 0.5, 0.2}, {1, 0, 0, 0}), {2, 0, 0});
  scene.add_floor();
  scene.add_mesh_floor();
  Inlet feed = feed_of(scene);
  feed.rate = {15000};
  feed.velocity = {0, 0, -8};
  feed.region = box_region({0, 0, 0.3}, {0.08, 0.08, 0.36});
  Inlet other = feed;
  other.name = "blocked";
  other.region = box_region({0.02, 0.09, 0.005}, {0.04, 0.11, 0.02});
  scene.setup.inlets = {feed, other};
  Outlet drain = drain_of({-0.02, -0.02, 0.27}, {0.1, 0.1, 0.29});
  Outlet lift = drain_of({-0.2, -0.2, 0.2}, {-0.1, -0.1, 0.3});
  lift.name = "lift";
  lift.reinsert = Vec3<double>{0, 0, 0.75};
  scene.setup.outlets = {drain, lift};
  FlowPlane plane;
  plane.name = "plane";
  plane.centre = {0.04, 0.04, 0.295};
  plane.radius = 0.1;
  scene.setup.flow_planes = {plane};
  scene.setup.domain = {{-1, -1, -1}, {1, 1, 1}, {false, false, false}};
  scene.setup.beyond = Beyond::remove;
  return scene.setup;
}

// A polyhedron that no body of the setup has, spheres that touch, and a body that is gone.
inline void change_bodies(Simulation& simulation) {
  NewBodies cubes;
  cubes.shape = cube_of(0.01);
  cubes.name = "cube";
  cubes.poses = {make_pose({-0.1, 0, 0.00999}, {1, 0, 0, 0}),
                 make_pose({-0.1, 0, 0.02998}, {1, 0, 0, 0})};
  simulation.add(cubes);
  NewBodies balls;
  balls.shape_index = 0;
  balls.name = "ball";
  balls.poses = {make_pose({-0.1, -0.1, 0.00999}, {1, 0, 0, 0})};
  simulation.add(balls);
  simulation.remove(std::vector<std::int64_t>{1});
}

struct RecordedCheckpoint {
  Hdf5Contents contents;
  std::unique_ptr<Simulation> simulation;  // of the same setup, to restore into
};

inline RecordedCheckpoint recorded_checkpoint(const std::filesystem::path& file,
                                              const Setup& setup = crowded_setup(),
                                              void (*change)(Simulation&) = nullptr) {
  RecordedCheckpoint recorded;
  Simulation first(setup, 1);
  if (change != nullptr) {
    first.step(50);
    change(first);
  }
  first.step(30);
  first.save(file);
  recorded.simulation = std::make_unique<Simulation>(setup, 1);
  const Hdf5Reader in(file, std::make_unique<RecordingSource>(open_hdf5(file), recorded.contents));
  SimulationArchive::restore(*recorded.simulation, in);
  return recorded;
}

// What users see of a simulation, bit for bit.
inline std::string bits_of(const Simulation& simulation) {
  std::string bits;
  const auto add = [&bits](const auto& values) {
    const auto bytes = std::as_bytes(std::span(values));
    bits.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  const Motion& motion = simulation.motion();
  add(simulation.bodies().poses);
  add(motion.velocity);
  add(motion.angular_momentum);
  add(motion.force);
  add(motion.torque);
  add(simulation.periods());
  add(simulation.ids());
  const ContactTable& contacts = simulation.contacts();
  add(contacts.a);
  add(contacts.b);
  add(contacts.point);
  add(contacts.force);
  add(contacts.overlap);
  const Ledger ledger = simulation.ledger();
  const double numbers[] = {simulation.time(), ledger.kinetic,  ledger.potential, ledger.elastic,
                            ledger.damping,    ledger.friction, ledger.residual()};
  add(numbers);
  for (const std::string& name : simulation.names()) bits += name + '\n';
  for (const std::string& warning : simulation.warnings()) bits += warning;
  for (const MeshWall& wall : simulation.mesh_walls()) add(wall.vertex);
  return bits + std::to_string(simulation.steps());
}

}  // namespace talus::test
