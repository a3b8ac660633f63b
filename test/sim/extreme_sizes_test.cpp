// Bodies and walls of sizes whose mass, inertia or box is no number: refused with the name and the
// cause. Sizes in between run.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/setup_for_tests.h"

namespace talus {
namespace {

// A body of this size above a floor, and what ends the run.
std::string end_of(int kind, double size) {
  TestScene scene;
  try {
    scene.add(scene.shape(convex_kinds(size)[static_cast<std::size_t>(kind)]),
              {{0, 0, 1.19 * size}, {}});
    scene.add_floor();
    Simulation simulation(scene.setup);
    simulation.step(200);
  } catch (const SimulationError& error) {
    return error.what();
  } catch (const ShapeError& error) {
    return std::string("shape: ") + error.what();
  }
  return "";
}

TEST(ExtremeSizes, AreRefusedWithTheBodyAndTheCause) {
  for (int kind = 0; kind < 4; ++kind) {
    for (const double size : {1e-150, 1e-120, 1e-100, 1e-70, 1e-66, 1e62, 1e70, 1e100, 1e150}) {
      const std::string end = end_of(kind, size);
      const bool is_shape = end.starts_with("shape: polyhedron");  // no hull of such points
      EXPECT_TRUE(is_shape || end.starts_with("body 0: ")) << kind << " " << size << ": " << end;
      EXPECT_TRUE(is_shape || end.find("range of numbers") != std::string::npos)
          << kind << " " << size << ": " << end;
    }
    for (const double size : {1e-9, 1e-3, 1e3}) EXPECT_EQ(end_of(kind, size), "") << size;
  }
}

TEST(ExtremeSizes, OfDensitiesAreRefused) {
  for (const double density : {1e-320, 1e-305}) {
    TestScene scene;
    scene.setup.materials.material[0].density = density;
    scene.add(scene.shape(make_sphere(0.01)), {});
    std::string end;
    try {
      Simulation simulation(scene.setup);
    } catch (const SimulationError& error) {
      end = error.what();
    }
    EXPECT_NE(end.find("body 0: its mass and moments of inertia"), std::string::npos)
        << density << ": " << end;
  }
}

TEST(ExtremeSizes, OfWallsAreRefusedWithTheirNames) {
  for (const double size : {1e-200, 1e-100, 1e-15, 1e17, 1e100, 1e200, 1e300}) {
    TestScene scene;
    scene.add(scene.shape(make_sphere(0.01)), {{0, 0, 1}, {}});
    scene.add_mesh_floor();
    for (Vec3<double>& v : scene.setup.mesh_walls[0].vertex) v = size * v;
    std::string end;
    try {
      Simulation simulation(scene.setup);
    } catch (const SimulationError& error) {
      end = error.what();
    }
    EXPECT_TRUE(end.starts_with("mesh floor: ")) << size << ": " << end;
    EXPECT_NE(end.find("choose another unit"), std::string::npos) << size << ": " << end;
  }
}

TEST(ExtremeSizes, OfWallsLongerThanThePeriodNameTheWall) {
  TestScene scene;
  scene.add(scene.shape(make_sphere(0.01)), {{0, 0, 1}, {}});
  scene.add_mesh_floor();
  scene.setup.domain = {{}, {0.5, 0, 0}, {true, false, false}};
  try {
    Simulation simulation(scene.setup);
    FAIL();
  } catch (const SimulationError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("mesh floor: along x of length 2"))
        << error.what();
  }
}

}  // namespace
}  // namespace talus
