// Drag, against dv/dt = g - c v, whose solution is an exponential.
#include "talus/physics/drag.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/setup_for_tests.h"

namespace talus {
namespace {

TEST(Drag, FactorsAreThoseOfTheHyperbolicTangent) {
  for (double x = 1e-12; x < 1e12; x *= 1.7) {
    const DragFactors f = drag_factors(2 * x / 1e-4, 1e-4);
    EXPECT_NEAR(f.half / std::tanh(x), 1.0, 1e-12) << x;
    EXPECT_NEAR(f.force_factor / (std::tanh(x) / x), 1.0, 1e-12) << x;
    EXPECT_NEAR(f.rate / (2 * std::tanh(x) / 1e-4), 1.0, 1e-12) << x;
  }
}

// Falls with a drag from far below to far above 2 per step: the velocities are those of the formula
// to rounding, and all energy is accounted for.
TEST(Drag, IsExactForAnyStep) {
  for (const double drag : {1e-3, 1.0, 1e2, 1e4, 1e5, 1e9, 1e300}) {
    TestScene scene;
    scene.setup.drag = drag;
    scene.add(scene.shape(make_sphere(0.01)), {{0, 0, 1}, {}}, {1, 0, 0}, {0, 3, 0});
    scene.add(scene.shape(make_ellipsoid({0.01, 0.02, 0.015})), {{0, 1, 1}, {}}, {1, 0, 0},
              {2, 3, 1});
    Simulation simulation(scene.setup);
    for (int k = 0; k < 5; ++k) {
      simulation.step(100);
      const double t = simulation.time(), decay = std::exp(-drag * t);
      const double fall = -9.81 * (drag * t < 1e-3 ? t * (1 - 0.5 * drag * t) : (1 - decay) / drag);
      for (const Vec3<double>& v : simulation.motion().velocity) {
        // The first half kick is that of the drag at the start: second order of c h.
        const double half = 0.5 * drag * simulation.time_step();
        EXPECT_NEAR(v.x, decay, 1e-12 + std::min(1.0, half * half) * decay) << drag;
        EXPECT_NEAR(v.z, fall, std::abs(fall) * 1e-6 + std::min(1.0, half * half) * decay) << drag;
      }
    }
    const Ledger ledger = simulation.ledger();
    EXPECT_LT(std::abs(ledger.residual()), 1e-5 * ledger.turnover()) << drag;
    EXPECT_TRUE(simulation.warnings().empty());
  }
}

TEST(Drag, IsRefusedIfItIsNotANumber) {
  for (const double drag : {-1.0, std::nan(""), HUGE_VAL}) {
    TestScene scene;
    scene.add(scene.shape(make_sphere(0.01)), {});
    scene.setup.drag = drag;
    EXPECT_THROW(Simulation{scene.setup}, SimulationError);
  }
}

}  // namespace
}  // namespace talus
