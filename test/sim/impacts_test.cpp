// Single impacts of superquadrics from octahedra (n = 1) to boxes (n = 10000), of which some used
// to end the run: every one has an answer, and energy and momentum are those of elastic impacts.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/setup_for_tests.h"

namespace talus {
namespace {

constexpr double exponents[] = {1, 1.01, 1.1, 2, 8, 50, 1000, 1e4};

Shape some_superquadric(Random& random) {
  const auto axis = [&] { return 0.005 + 0.01 * random.uniform(); };
  const auto n = [&] { return exponents[static_cast<int>(8 * random.uniform())]; };
  const Vec3<double> axes{axis(), axis(), axis()};
  const double n1 = n(), n2 = n();
  return make_superquadric(axes, n1, n2);
}

TEST(Impacts, OfSuperquadricsOfAllExponentsHaveAnAnswer) {
  Random random(19);
  int touched = 0;
  double gained = 0.0, worst = 0.0;
  constexpr int impacts = 120;  // study/validation has thousands
  for (int trial = 0; trial < impacts; ++trial) {
    TestScene scene;
    scene.setup.gravity = {};
    scene.interaction().restitution = 1;
    scene.interaction().friction = 0;
    const Quat<double> aligned{1, 0, 0, 0};
    const auto turned = [&] { return random.uniform() < 0.2 ? aligned : some_orientation(random); };
    const Shape shape = some_superquadric(random);
    const int kind = trial % 4;
    const Shape other = kind == 0   ? make_ellipsoid({0.01, 0.012, 0.008})
                        : kind == 1 ? Shape(cube_of(0.007))
                                    : some_superquadric(random);
    const double r = bounding_sphere(shape)->radius, s = bounding_sphere(other)->radius;
    const double aside = 0.3 * std::min(r, s) * random.uniform();
    scene.add(scene.shape(shape), {{0, 0, 0}, turned()}, {1, 0, 0});
    scene.add(scene.shape(other), {{r + s, aside, 0}, turned()});
    Simulation simulation(scene.setup);
    const Motion& motion = simulation.motion();
    const Vec3<double> before = motion.mass[0] * motion.velocity[0];
    bool touches = false;
    for (int part = 0; part < 20; ++part) {
      simulation.step(static_cast<std::int64_t>(0.1 * (r + s) / simulation.time_step()));
      touches = touches || simulation.contact_count() > 0;
    }
    touched += touches ? 1 : 0;
    EXPECT_EQ(simulation.unsolved_contacts().steps, 0) << trial;
    const Vec3<double> after =
        motion.mass[0] * motion.velocity[0] + motion.mass[1] * motion.velocity[1];
    EXPECT_LT(norm(after - before), 1e-10 * norm(before)) << trial;
    const double residual = simulation.ledger().residual() / simulation.ledger().start;
    gained += residual / impacts;
    worst = std::max(worst, std::abs(residual));
  }
  EXPECT_GT(touched, impacts / 4);
  // Sharp and flat bodies have moments in which the contact jumps from one place to another.
  EXPECT_LT(worst, 0.1);
  EXPECT_LT(std::abs(gained), 1e-3);
}

// A cube that touches by the rounding of its place: the force is finite, and next to nothing.
TEST(Impacts, FacesThatTouchByRoundingHaveAFiniteForce) {
  for (double overlap = 1e-19; overlap < 1e-9; overlap *= 3.0) {
    for (const int on : {0, 1, 2}) {
      TestScene scene;
      scene.setup.gravity = {};
      scene.add(scene.shape(cube_of(0.01)), {{0, 0, 0.01 - overlap}, {}});
      if (on == 0) scene.add_floor();
      if (on == 1) scene.add_mesh_floor();
      if (on == 2) scene.add(0, {{0, 0, -0.01}, {}}, {}, {}, Freedom::fixed);
      Simulation simulation(scene.setup);
      simulation.step(3);
      EXPECT_LT(norm(simulation.motion().force[0]), 1e-6) << overlap << " " << on;
    }
  }
}

}  // namespace
}  // namespace talus
