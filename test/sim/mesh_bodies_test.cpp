// Mesh bodies among convex ones: the same bits for any number of threads and after a restart, and
// the motion of the polyhedron that a convex mesh is.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>

#include "shape/mesh/grains.h"
#include "sim/setup_for_tests.h"
#include "talus/simulation.h"

namespace talus {
namespace {

constexpr double r = 0.01;

// Grains of all convex kinds that fall on a free mesh on a plate.
TestScene heap(const TriangleMesh& surface) {
  TestScene scene;
  scene.add(scene.shape(cube_of(8 * r)), {{0, 0, -8 * r}, {}}, {}, {}, Freedom::fixed);
  scene.add(scene.shape(make_mesh(surface)), {{0, 0, 0.9 * r}, {}});
  std::vector<std::int32_t> shape;
  for (const Shape& kind : convex_kinds(r)) shape.push_back(scene.shape(kind));
  Random random(5);
  for (int i = 0; i < 48; ++i) {
    const Vec3<double> site{(i % 4 - 1.5) * 2.6 * r, (i / 4 % 4 - 1.5) * 2.6 * r,
                            (i / 16 + 1.3) * 2.6 * r};
    scene.add(shape[random.bits() % shape.size()], {site, some_orientation(random)}, {0, 0, -1});
  }
  scene.interaction().rolling_friction = 0.05;
  return scene;
}

std::vector<TriangleMesh> surfaces() {
  return {test::torus(3 * r, 0.8 * r, 12, 8), test::box({3 * r, 2 * r, 0.8 * r})};
}

template <class T>
bool same(const std::vector<T>& p, const std::vector<T>& q) {
  return p.size() == q.size() && std::memcmp(p.data(), q.data(), p.size() * sizeof(T)) == 0;
}

void expect_same(const Simulation& p, const Simulation& q) {
  EXPECT_TRUE(same(p.bodies().poses, q.bodies().poses));
  EXPECT_TRUE(same(p.motion().velocity, q.motion().velocity));
  EXPECT_TRUE(same(p.motion().angular_velocity, q.motion().angular_velocity));
  EXPECT_EQ(p.ledger().residual(), q.ledger().residual());
}

constexpr int steps = 600;

TEST(MeshBodies, HaveTheSameBitsForAnyNumberOfThreads) {
  for (const TriangleMesh& surface : surfaces()) {
    const TestScene scene = heap(surface);
    Simulation one(scene.setup, 1), two(scene.setup, 2);
    one.step(steps);
    two.step(steps);
    EXPECT_GT(one.contact_count(), 5u);
    expect_same(one, two);
  }
}

TEST(MeshBodies, GoOnFromASavedState) {
  const auto file = std::filesystem::temp_directory_path() / "talus_mesh_bodies_test.h5";
  for (const TriangleMesh& surface : surfaces()) {
    const TestScene scene = heap(surface);
    Simulation whole(scene.setup), first(scene.setup), second(scene.setup);
    whole.step(steps);
    first.step(steps / 2);
    first.save(file);
    second.restore(file);
    second.step(steps - steps / 2);
    expect_same(whole, second);
    std::filesystem::remove(file);
  }
}

// A cube and a ball that are thrown on a plate with friction, as meshes and as polyhedra.
TEST(MeshBodies, MoveAsPolyhedraDo) {
  for (const TriangleMesh& surface : {test::box({r, r, r}), test::moved(test::sphere(6), {}, r)}) {
    for (const Shape& plate : {Shape(make_sphere(60 * r)), Shape(cube_of(60 * r))}) {
      Vec3<double> velocity[2], spin[2];
      for (const bool mesh : {false, true}) {
        TestScene scene;
        scene.setup.time_step = 2e-5;
        const Shape body =
            mesh ? Shape(make_mesh(surface)) : Shape(make_polyhedron(surface.vertices));
        scene.add(scene.shape(plate), {{0, 0, -60 * r}, {}}, {}, {}, Freedom::fixed);
        Random random(6);
        scene.add(scene.shape(body), {{0, 0, 1.8 * r}, some_orientation(random)}, {0.3, 0.1, -1},
                  {5, -3, 8});
        scene.interaction().restitution = 0.5;
        Simulation simulation(scene.setup);
        simulation.step(2000);
        EXPECT_GT(simulation.motion().velocity[1].z, -0.99);
        velocity[mesh] = simulation.motion().velocity[1];
        spin[mesh] = simulation.motion().angular_velocity[1];
      }
      EXPECT_LT(norm(velocity[1] - velocity[0]), 1e-6);
      EXPECT_LT(r * norm(spin[1] - spin[0]), 1e-6);
    }
  }
}

// A body that falls on a floor.
TestScene falling(const Shape& body, const Quat<double>& orientation) {
  TestScene scene;
  scene.setup.gravity = {};
  scene.setup.time_step = 1e-5;
  scene.interaction().restitution = 0.5;
  scene.add(scene.shape(body), {{0.2 * r, 0.1 * r, 1.8 * r}, orientation}, {0.3, 0.1, -1},
            {5, -3, 8});
  return scene;
}

// Meshes that are polyhedra leave half-spaces, walls of triangles, and each other as these do; a
// ball with more vertices leaves half-spaces and walls alike.
TEST(MeshBodies, LeaveHalfSpacesAndWallsAlike) {
  for (const TriangleMesh& surface : {test::box({r, r, r}), test::moved(test::sphere(6), {}, r),
                                      test::moved(test::sphere(20), {}, r)}) {
    const Mesh mesh = make_mesh(surface);
    const Polyhedron polyhedron = make_polyhedron(surface.vertices);
    const bool fine = surface.vertices.size() > 1000;
    Random random(6);
    for (int i = 0; i < 5; ++i) {
      const Quat<double> orientation = some_orientation(random);
      std::vector<Vec3<double>> velocity, spin;
      const auto throw_on = [&](const Shape& body, int floor) {
        TestScene scene = falling(body, orientation);
        if (floor == 0) scene.add_floor();
        if (floor == 1) scene.add_mesh_floor();
        if (floor == 2) {  // its like, turned
          scene.add(0, {{0.3 * r, 0.2 * r, -1.1 * r}, {std::sqrt(0.5), 0, 0, std::sqrt(0.5)}}, {},
                    {}, Freedom::fixed);
        }
        Simulation simulation(scene.setup);
        simulation.step(3000);
        EXPECT_GT(simulation.motion().velocity[0].z, -0.99);
        velocity.push_back(simulation.motion().velocity[0]);
        spin.push_back(simulation.motion().angular_velocity[0]);
      };
      const auto expect_alike = [&](std::size_t p, std::size_t q, double error) {
        EXPECT_LT(norm(velocity[p] - velocity[q]), error) << i << " " << fine;
        EXPECT_LT(r * norm(spin[p] - spin[q]), error) << i << " " << fine;
      };
      throw_on(mesh, 0), throw_on(mesh, 1);
      expect_alike(0, 1, 1e-6);
      if (fine) continue;
      throw_on(polyhedron, 0), throw_on(mesh, 2), throw_on(polyhedron, 2);
      expect_alike(0, 2, 1e-6);
      expect_alike(3, 4, 1e-6);
    }
  }
}

// Forces on balls of 18 to 6,402 vertices on a half-space and on a wall are those on the sphere.
TEST(MeshBodies, HaveTheStiffnessOfTheBallHoweverFine) {
  const auto force_on = [&](const Shape& body, double bottom, double depth, bool wall) {
    TestScene scene;
    scene.setup.gravity = {};
    scene.setup.time_step = 1e-9;
    scene.interaction() = {1.0, 0.0, 0.0, 0.8, {}};
    scene.add(scene.shape(body), {{0.2 * r, 0.1 * r, bottom - depth}, {}});
    if (wall) {
      scene.add_mesh_floor();
    } else {
      scene.add_floor();
    }
    Simulation simulation(scene.setup);
    return simulation.motion().force[0].z;
  };
  for (const int cuts : {2, 6, 11, 20, 40}) {
    const Mesh mesh = make_mesh(test::moved(test::sphere(cuts), {}, r));
    for (const double part : {1e-4, 1e-3, 1e-2}) {
      const double sphere = force_on(make_sphere(r), r, part * r, false);
      for (const bool wall : {false, true}) {
        const double force = force_on(mesh, r, part * r, wall);  // on a vertex
        EXPECT_NEAR(force / sphere, 1.0, 0.08) << cuts << " " << part << " " << wall;
      }
    }
  }
}

// A true cylinder with closed ends keeps a mesh, convex or not, and a convex one keeps its energy.
// (The torus gains up to 3 % where lateral surface and end meet.)
TEST(MeshBodies, StayInARoundWall) {
  Tube tube;
  tube.base = {0, 0, -8 * r};
  tube.radius = tube.top_radius = 7 * r;
  tube.height = 16 * r;
  tube.bottom = tube.top = true;
  for (const TriangleMesh& surface : {test::box({r, r, r}), test::torus(3 * r, 0.8 * r, 12, 8)}) {
    for (const Vec3<double>& velocity : {Vec3<double>{1, 0, 0}, Vec3<double>{0.6, 0.1, -0.8}}) {
      TestScene scene;
      scene.setup.gravity = {};
      scene.interaction() = {1.0, 0.0, 0.0, 0.8, {}};
      scene.add(scene.shape(make_mesh(surface)), {}, velocity, {20, 10, 5});
      scene.setup.mesh_walls.push_back(round_wall(tube));
      Simulation simulation(scene.setup);
      bool touched = false;
      while (simulation.time() < 0.2) {
        simulation.step(20);
        touched = touched || simulation.contacts().size() > 0;
      }
      EXPECT_TRUE(touched);
      const Vec3<double>& at = simulation.bodies().poses[0].position;
      EXPECT_LT(std::hypot(at.x, at.y), tube.radius);
      EXPECT_LT(std::abs(at.z), 8 * r);
      if (surface.vertices.size() > 8) continue;
      EXPECT_LT(std::abs(simulation.ledger().residual()), 5e-3 * simulation.ledger().start);
    }
  }
}

}  // namespace
}  // namespace talus
