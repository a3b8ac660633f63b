#include "ellipsoids/steps.h"

#include <array>
#include <random>

#include "talus/narrow/ellipsoid_ellipsoid/published/gjk.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/jain_backtracking.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/moving_balls.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/newton_coulomb.h"

namespace study {
namespace {

namespace methods = talus::ellipsoid_ellipsoid;

// Two spheroids with their axes in the plane z = 0, in which all points then stay.
struct PlanarPair {
  talus::Shape a = talus::make_ellipsoid(spheroid_axes(3)),
               b = talus::make_ellipsoid(spheroid_axes(0.4));
  double angle = 0.5;
  Vec centre{0.55, 1.15, 0};

  Query query() const {
    const talus::Pose<double> pose_a{{0, 0, 0}, {1, 0, 0, 0}};
    const talus::Pose<double> pose_b{centre, {std::cos(angle / 2), 0, 0, std::sin(angle / 2)}};
    return {&a, &b, talus::relative_pose(pose_a, pose_b)};
  }
};

Json flat(const Vec& v) { return {v.x, v.y}; }

Settings accurate() {
  Settings settings;
  settings.distance_error = 1e-6;
  return settings;
}

Json moving_balls_steps(const Query& q) {
  Json steps = Json::array();
  const auto trace = [&](const methods::MovingBallsStep<double>& s) {
    steps.push_back({{"c_1", flat(s.c_1)},
                     {"c_2", flat(s.c_2)},
                     {"x_1", flat(s.x_1())},
                     {"x_2", flat(s.x_2())}});
  };
  methods::trace_moving_balls(q.ellipsoid_a(), q.ellipsoid_b(), q.b_in_a, accurate(), trace);
  return steps;
}

Json gjk_steps(const Query& q) {
  Json steps = Json::array();
  const auto trace = [&](const methods::GjkStep<double>& s) {
    Json vertices = Json::array();
    for (int i = 0; i < s.simplex.count(); ++i) vertices.push_back(flat(s.simplex.vertex(i).c));
    steps.push_back({{"v", flat(s.v)}, {"delta", s.delta}, {"mu", s.mu}, {"vertices", vertices}});
  };
  methods::trace_gjk(q.ellipsoid_a(), q.ellipsoid_b(), q.b_in_a, accurate(), trace,
                     Vec{1, -0.6, 0});
  return steps;
}

Json jain_steps(const Query& q) {
  Json steps = Json::array();
  const auto trace = [&](const methods::JainStep<double>& s) {
    steps.push_back({{"x_1", flat(s.x_1)}, {"x_2", flat(q.b_in_a.point_to_a(s.x_2))}});
  };
  methods::JainConstants<double> constants;
  constants.fraction = 0.25;
  methods::trace_jain(q.ellipsoid_a(), q.ellipsoid_b(), q.b_in_a, accurate(), trace, constants);
  return steps;
}

Json charge_steps(const Query& q) {
  Json steps = Json::array();
  const auto trace = [&](const methods::NewtonCoulombStep<double>& s) {
    steps.push_back({{"x_1", flat(s.x1)},
                     {"x_2", flat(q.b_in_a.point_to_a(s.x2))},
                     {"c_curv_1", s.c_curv1},
                     {"shortened", s.shortened}});
  };
  methods::NewtonCoulombConstants<double> constants;
  constants.c_max = 1.2;  // for a picture; the paper's is 0.01
  constants.tau = 10;
  methods::trace_newton_coulomb(q.ellipsoid_a(), q.ellipsoid_b(), q.b_in_a, accurate(), trace,
                                constants);
  return steps;
}

// A pair with three digits in every coordinate, which the elimination takes as exact; in
// thousandths.
struct PrintedPair {
  std::array<int, 3> axes_a, axes_b, centre;  // of B in the frame of A
  std::array<int, 4> turn;                    // quaternion of B, scalar first, of any length

  Json solved() const {
    const auto vec = [](const std::array<int, 3>& v) {
      return Vec{v[0] / 1000.0, v[1] / 1000.0, v[2] / 1000.0};
    };
    const talus::Shape a = talus::make_ellipsoid(vec(axes_a)),
                       b = talus::make_ellipsoid(vec(axes_b));
    const talus::Pose<double> pose_a{{0, 0, 0}, {1, 0, 0, 0}};
    const double length = std::sqrt(
        double(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]));
    const talus::Pose<double> pose_b{
        vec(centre), {turn[0] / length, turn[1] / length, turn[2] / length, turn[3] / length}};
    const Query q{&a, &b, talus::relative_pose(pose_a, pose_b)};
    const Contact c = listed("auto").solve(q, 0);
    return {{"axes_a", axes_a}, {"axes_b", axes_b},       {"centre", centre},
            {"turn", turn},     {"distance", c.distance}, {"bracket", c.upper - c.lower},
            {"lower", c.lower}};
  }
};

// Random pairs that are apart, from near to far.
Json printed_pairs(int count) {
  std::mt19937_64 generator(1);
  const auto between = [&](int low, int high) {
    return low + int(generator() % std::uint64_t(high - low + 1));
  };
  Json pairs = Json::array();
  while (int(pairs.size()) < count) {
    PrintedPair pair;
    const int reach = pairs.size() % 2 == 0 ? 600 : 1500;
    for (int i = 0; i < 3; ++i) {
      pair.axes_a[std::size_t(i)] = between(100, 1000);
      pair.axes_b[std::size_t(i)] = between(100, 1000);
      pair.centre[std::size_t(i)] = between(-reach, reach);
    }
    for (int& q : pair.turn) q = between(-1000, 1000);
    const Json solved = pair.solved();
    if (solved["lower"] > 0) pairs.push_back(solved);
  }
  return pairs;
}

}  // namespace

Json run_steps() {
  const PlanarPair pair;
  const Query q = pair.query();
  const Contact c = listed("auto").solve(q, 0);
  const Vec &a = q.ellipsoid_a().semi_axes, &b = q.ellipsoid_b().semi_axes;
  return {{"pair",
           {{"axes_a", flat(a)},
            {"axes_b", flat(b)},
            {"centre", flat(pair.centre)},
            {"angle", pair.angle},
            {"distance", c.distance},
            {"nearest_a", flat(c.point_a)},
            {"nearest_b", flat(c.point_b)}}},
          {"moving_balls", moving_balls_steps(q)},
          {"gjk", gjk_steps(q)},
          {"jain", jain_steps(q)},
          {"charges", charge_steps(q)},
          {"printed_pairs", printed_pairs(12)}};
}

}  // namespace study
