// Prescribed motions against their closed forms, written here a second time with the C library, and
// velocities against differences of the poses.
#include "talus/setup/carried_frame.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "talus/math/small_turn.h"

namespace talus {
namespace {

constexpr double pi = std::numbers::pi;

PrescribedMotion constant(double rate) {
  PrescribedMotion m;
  m.rate = rate;
  return m;
}

PrescribedMotion oscillation(double amplitude, double frequency, double phase) {
  PrescribedMotion m;
  m.type = MotionType::oscillate;
  m.amplitude = amplitude, m.frequency = frequency, m.phase = phase;
  return m;
}

PrescribedMotion ramp(double from, double to, double start, double end) {
  PrescribedMotion m;
  m.type = MotionType::ramp;
  m.from_rate = from, m.to_rate = to, m.start = start, m.end = end;
  return m;
}

PrescribedMotion table(const std::vector<double>& time, const std::vector<double>& value,
                       bool rates) {
  PrescribedMotion m;
  m.type = MotionType::table;
  m.time = time, m.value = value, m.values_are_rates = rates;
  return m;
}

PrescribedMotion along(PrescribedMotion m, const Vec3<double>& direction) {
  m.direction = direction;
  return m;
}

PrescribedMotion about(PrescribedMotion m, const Vec3<double>& axis, const Vec3<double>& centre) {
  m.turns = true;
  m.direction = axis / norm(axis);
  m.centre = centre;
  return m;
}

// One of each type; none has a corner of its velocity at a time that the tests look at.
std::vector<PrescribedMotion> all_types() {
  return {constant(0.7), oscillation(0.3, 2.5, 0.4), ramp(0.2, -1.1, 0.15, 0.75),
          table({0.1, 0.35, 0.5, 1.2}, {0.0, 0.4, -0.3, 0.1}, false),
          table({0.1, 0.35, 0.5, 1.2}, {0.5, 0.9, -1.3, 0.1}, true)};
}

TEST(CarriedFrame, SineIsThatOfTheLibrary) {
  double worst = 0.0;
  for (int i = -4000; i <= 4000; ++i) {
    const double turns = 0.00137 * i;
    const Turn t = turn_of(turns);
    worst = std::max({worst, std::abs(t.sine - std::sin(2 * pi * turns)),
                      std::abs(t.cosine - std::cos(2 * pi * turns))});
  }
  EXPECT_LT(worst, 1e-14);  // of which the argument of the library has 2e-15
  // Whole turns cost no digits; the part beyond is exact in binary.
  EXPECT_EQ(turn_of(1048576.0 + 0.125).sine, turn_of(0.125).sine);
  EXPECT_EQ(turn_of(0.25).sine, 1.0);
  EXPECT_EQ(turn_of(-0.5).cosine, -1.0);
}

TEST(CarriedFrame, CoordinatesAreTheClosedForms) {
  for (const double t : {0.0, 0.05, 0.2, 0.6, 0.9, 3.0, 250.0}) {
    EXPECT_DOUBLE_EQ(MotionCoordinate(constant(0.7)).at(t).value, 0.7 * t);
    const Coordinate s = MotionCoordinate(oscillation(0.3, 2.5, 0.4)).at(t);
    const double angle = 2 * pi * std::fmod(2.5 * t, 1.0) + 0.4;
    EXPECT_NEAR(s.value, 0.3 * (std::sin(angle) - std::sin(0.4)), 1e-15);
    EXPECT_NEAR(s.rate, 0.3 * 2 * pi * 2.5 * std::cos(angle), 1e-14);
  }
  const MotionCoordinate r(ramp(0.2, -1.1, 0.15, 0.75));
  EXPECT_DOUBLE_EQ(r.at(0.1).value, 0.02);
  EXPECT_DOUBLE_EQ(r.at(0.1).rate, 0.2);
  EXPECT_DOUBLE_EQ(r.at(0.45).rate, 0.5 * (0.2 - 1.1));
  EXPECT_DOUBLE_EQ(r.at(2.0).rate, -1.1);
  // Trapezes below the velocity.
  EXPECT_NEAR(r.at(2.0).value, 0.2 * 0.15 + 0.5 * (0.2 - 1.1) * 0.6 - 1.1 * 1.25, 1e-15);
  const MotionCoordinate p(table({0.1, 0.35, 0.5, 1.2}, {2.0, 2.4, 1.7, 2.1}, false));
  EXPECT_EQ(p.at(0.0).value, 0.0);
  EXPECT_NEAR(p.at(0.2).value, 0.4 * 0.1 / 0.25, 1e-15);
  EXPECT_NEAR(p.at(0.2).rate, 0.4 / 0.25, 1e-14);
  EXPECT_NEAR(p.at(7.0).value, 0.1, 1e-15);
  EXPECT_EQ(p.at(7.0).rate, 0.0);
  const MotionCoordinate v(table({0.1, 0.35, 0.5, 1.2}, {0.5, 0.9, -1.3, 0.1}, true));
  const double until_end = 0.5 * 0.1 + 0.7 * 0.25 - 0.2 * 0.15 - 0.6 * 0.7;
  EXPECT_NEAR(v.at(1.2).value, until_end, 1e-15);
  EXPECT_NEAR(v.at(2.2).value, until_end + 0.1, 1e-15);
  EXPECT_EQ(v.at(0.02).rate, 0.5);
  for (const PrescribedMotion& m : all_types()) EXPECT_EQ(MotionCoordinate(m).at(0.0).value, 0.0);
}

// Central differences of the carried point and of its rotation.
void expect_derivatives(const MotionList& list, double t, const Vec3<double>& point) {
  constexpr double h = 1e-6;
  const CarriedPoint before = list.at(t - h).carry(point), now = list.at(t).carry(point),
                     after = list.at(t + h).carry(point);
  const Vec3<double> velocity = (after.position - before.position) / (2 * h);
  EXPECT_LT(norm(velocity - now.velocity), 1e-8) << t;
  const Mat3<double> turn = rotation_of(after.rotation) * transpose(rotation_of(before.rotation));
  const Vec3<double> spin{(turn.row2.y - turn.row1.z) / (4 * h),
                          (turn.row0.z - turn.row2.x) / (4 * h),
                          (turn.row1.x - turn.row0.y) / (4 * h)};
  EXPECT_LT(norm(spin - now.spin), 1e-8) << t;
}

TEST(CarriedFrame, VelocitiesAreDerivativesOfPoses) {
  const Vec3<double> point{0.3, -0.2, 0.5}, direction{0.6, 0.0, -0.8}, axis{0.2, 0.9, -0.4};
  std::vector<PrescribedMotion> sum;
  for (const PrescribedMotion& m : all_types()) {
    const std::vector<PrescribedMotion> one{along(m, direction)};
    const std::vector<PrescribedMotion> turn{about(m, axis, {0.1, 0.4, -0.7})};
    for (const double t : {0.07, 0.21, 0.42, 0.66, 1.7}) {
      expect_derivatives(MotionList(one), t, point);
      expect_derivatives(MotionList(turn), t, point);
    }
    sum.push_back(one[0]);
    sum.push_back(about(m, {sum.size() + 0.5, -1.0, 0.3}, {0.1 * sum.size(), 0.2, 0.0}));
    for (const double t : {0.07, 0.21, 0.42, 0.66, 1.7}) {
      expect_derivatives(MotionList(sum), t, point);
    }
  }
}

// A carrier that turns with W and a paddle on it that turns with w about its own axis: epicycles.
TEST(CarriedFrame, PlanetaryMixer) {
  constexpr double carrier = 3.0, own = -7.5, arm = 0.4, length = 0.1;
  const std::vector<PrescribedMotion> motions{about(constant(carrier), {0, 0, 1}, {}),
                                              about(constant(own), {0, 0, 1}, {arm, 0, 0})};
  const MotionList list(motions);
  for (const double t : {0.0, 0.1, 0.9, 31.0}) {
    const CarriedPoint p = list.at(t).carry({arm + length, 0, 0.2});
    const double first = carrier * t, second = (carrier + own) * t;
    EXPECT_NEAR(p.position.x, arm * std::cos(first) + length * std::cos(second), 1e-14);
    EXPECT_NEAR(p.position.y, arm * std::sin(first) + length * std::sin(second), 1e-14);
    EXPECT_EQ(p.position.z, 0.2);
    EXPECT_NEAR(p.spin.z, carrier + own, 1e-14);
  }
}

TEST(CarriedFrame, LaterMotionsAreCarriedByEarlierOnes) {
  const PrescribedMotion turn = about(ramp(0, 0, 0, 1), {0, 0, 1}, {});
  PrescribedMotion quarter = turn;  // a quarter turn at t = 1
  quarter.type = MotionType::constant;
  quarter.rate = pi / 2;
  const PrescribedMotion step = along(constant(1.0), {1, 0, 0});
  const std::vector<PrescribedMotion> turn_first{quarter, step}, step_first{step, quarter};
  // The direction turns with the frame.
  EXPECT_NEAR(norm(MotionList(turn_first).at(1).carry({}).position - Vec3<double>{0, 1, 0}), 0,
              1e-15);
  // The axis moves along: a point on it is only displaced.
  EXPECT_NEAR(norm(MotionList(step_first).at(1).carry({}).position - Vec3<double>{1, 0, 0}), 0,
              1e-15);
}

TEST(CarriedFrame, ARotationAboutAPointLeavesItWhereItIs) {
  const Vec3<double> centre{0.1, 0.7, -0.3};
  const std::vector<PrescribedMotion> motions{about(constant(11.0), {1, 2, 3}, centre)};
  const MotionList list(motions);
  for (int i = 0; i < 1000; ++i) {
    const CarriedPoint p = list.at(0.137 * i).carry(centre);
    EXPECT_EQ(p.position, centre);
    EXPECT_EQ(p.velocity, Vec3<double>{});
  }
}

TEST(CarriedFrame, GravityIsATableOrTurns) {
  talus::Setup setup;
  setup.gravity = {0, 0, -10};
  EXPECT_EQ(gravity_at(setup, 5.0).z, -10);
  setup.varying_gravity.emplace();
  setup.varying_gravity->angular_velocity = {0, pi / 4, 0};
  const Vec3<double> g = gravity_at(setup, 1.0);
  EXPECT_NEAR(g.x, -10 * std::sin(pi / 4), 1e-14);
  EXPECT_NEAR(g.z, -10 * std::cos(pi / 4), 1e-14);
  setup.varying_gravity->time = {1, 2};
  setup.varying_gravity->value = {{0, 0, -10}, {4, 0, 0}};
  EXPECT_EQ(gravity_at(setup, 0.5).z, -10);
  EXPECT_DOUBLE_EQ(gravity_at(setup, 1.25).z, -7.5);
  EXPECT_DOUBLE_EQ(gravity_at(setup, 1.25).x, 1.0);
  EXPECT_EQ(gravity_at(setup, 9).x, 4);
}

}  // namespace
}  // namespace talus
