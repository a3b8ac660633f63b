// A block that rests on its face: its patch under a tilt, the moment of a normal force at the force
// point, and the block left to itself.
#include <algorithm>
#include <vector>

#include "narrow/convex_convex/patches.h"

namespace {

using namespace patches;
using talus::norm;
using talus::Pose;
using talus::Quat;

constexpr double half_height = 0.5;

Spec tilted_block(double n, double tilt, double depth, double side = 0) {
  return superquadric({1, 1.5, half_height}, n, n, {0, 0, half_height - depth},
                      turn_about({1, side, 0}, tilt));
}

TEST(RestingBlock, HasItsForcePointInTheMiddleOfTheFace) {
  for (const double n : {2.5, 4.0, 8.0, 20.0, 50.0}) {
    const Answer flat = evaluate(tilted_block(n, 0, 1e-3), ground());
    ASSERT_TRUE(flat.manifold.found);
    EXPECT_LE(std::hypot(flat.manifold.force_point.x, flat.manifold.force_point.y), 1e-9) << n;
    for (const double tilt : {1e-15, 1e-12, 1e-9, -1e-9, 1e-7}) {
      const Answer r = evaluate(tilted_block(n, tilt, 1e-3), ground());
      const Vec moved = r.manifold.force_point - flat.manifold.force_point;
      // Of a width of 3: a tilt of t moves the weight by about t width^2 / depth.
      EXPECT_LE(norm(moved), 1e-9 + 3000 * std::abs(tilt)) << n << " " << tilt;
      EXPECT_NEAR(r.manifold.area, flat.manifold.area, 1e-5 * flat.manifold.area);
      for (std::size_t i = 0; i < r.manifold.polygon.size(); ++i) {
        const Vec corner = r.manifold.polygon[i].point - flat.manifold.polygon[i].point;
        EXPECT_LE(norm(corner), 1e-6 + 1e4 * std::abs(tilt)) << n << " " << tilt;
      }
    }
  }
}

TEST(RestingBlock, IsRightedByTheForceAtItsForcePoint) {
  for (const double n : {4.0, 8.0, 20.0, 50.0}) {
    for (const double side : {0.0, 0.7, 20.0}) {
      double last = 0;
      for (double tilt = 1e-8; tilt < 0.11; tilt *= 2) {
        for (const double sign : {1.0, -1.0}) {
          const Answer r = evaluate(tilted_block(n, sign * tilt, 2e-3, side), ground());
          ASSERT_TRUE(r.manifold.found);
          // The moment about the centre of an upward force, along the axis of the tilt.
          const Vec axis = talus::normalized(Vec{sign, sign * side, 0});
          const double moment = dot(cross(r.manifold.force_point, Vec{0, 0, 1}), axis);
          EXPECT_LT(moment, 0) << n << " " << side << " " << tilt;
          if (tilt < 1e-3 && sign > 0) {
            EXPECT_LT(moment, last) << n << " " << side << " " << tilt;  // grows with the tilt
            last = moment;
          }
        }
      }
    }
  }
}

// The force k V upward at the centroid of the overlap has the potential k times the integral of V:
// its moment is the derivative of that over the tilt.
TEST(RestingBlock, TheMomentOfTheVolumeIsTheDerivativeOfAnEnergy) {
  const auto volume_moment = [](double tilt, double depth) {
    const Manifold m = evaluate(tilted_block(8, tilt, depth), ground()).manifold;
    return std::pair{m.area * m.mean_depth, m.area * m.mean_depth * m.force_point.y};
  };
  double worst = 0;
  for (const double tilt : {1e-4, 1e-3, 5e-3, 2e-2}) {
    // Turning about x and sinking: d(V y)/d depth = d(V)/d tilt / (-1), mixed derivatives of the
    // energy. A tilt about x lowers the points of y < 0.
    const double depth = 4e-3, h = 1e-6;
    const double by_depth =
        (volume_moment(tilt, depth + h).second - volume_moment(tilt, depth - h).second) / (2 * h);
    const double by_tilt =
        (volume_moment(tilt + h, depth).first - volume_moment(tilt - h, depth).first) / (2 * h);
    worst = std::max(worst, std::abs(by_depth + by_tilt) / std::abs(by_tilt));
  }
  EXPECT_LT(worst, 0.02);
}

Quat<double> product(const Quat<double>& p, const Quat<double>& q) {
  return {
      p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
      p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

// One block in free fall above the ground with a spring on volume or on depth, and a dashpot.
// Explicit steps; the mass is 1, the inertia that of the box.
struct Drop {
  Pose<double> pose;
  Vec velocity{}, spin{};
  double largest_tilt_late = 0;
};

enum class Law { volume, depth };

Drop settle(const talus::Shape& block, const talus::Shape& plane, Pose<double> pose, Law law) {
  const double step = 1e-3, gravity = 1;
  const Vec inertia{(1.5 * 1.5 + 0.25) / 3, (1 + 0.25) / 3, (1 + 1.5 * 1.5) / 3};
  Drop drop{pose};
  const int steps = 8000;
  for (int i = 0; i < steps; ++i) {
    const auto c = talus::contact(block, drop.pose, plane, {});
    Vec force{0, 0, -gravity}, moment{};
    if (c.distance < 0) {
      const Manifold m = *talus::manifold(block, drop.pose, plane, {}, c);
      const double spring = law == Law::volume ? 300 * m.area * m.mean_depth : 500 * -c.distance;
      const Vec arm = m.force_point - drop.pose.position;
      const Vec slip = drop.velocity + cross(drop.spin, arm);
      const double load = std::max(0.0, spring - 8 * slip.z);
      // With friction of a dashpot, so that the block does not slide for ever.
      const Vec f{-2 * slip.x, -2 * slip.y, load};
      force = force + f;
      // Dashpots all over the patch resist its turning, which one in the middle does not.
      moment = cross(arm, f) - 6 * drop.spin;
    }
    drop.velocity = drop.velocity + step * force;
    const talus::Mat3<double> r = rotation_of(drop.pose.orientation);
    const Vec m = transpose_times(r, moment);
    drop.spin = drop.spin + step * (r * Vec{m.x / inertia.x, m.y / inertia.y, m.z / inertia.z});
    drop.pose.position = drop.pose.position + step * drop.velocity;
    const Vec w = (0.5 * step) * drop.spin;
    Quat<double> q = product({1, w.x, w.y, w.z}, drop.pose.orientation);
    const double size = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    drop.pose.orientation = {q.w / size, q.x / size, q.y / size, q.z / size};
    const double tilt = std::acos(std::min(1.0, rotation_of(drop.pose.orientation).row2.z));
    if (i > steps * 9 / 10) drop.largest_tilt_late = std::max(drop.largest_tilt_late, tilt);
  }
  return drop;
}

TEST(RestingBlock, LeftToItselfComesToRestFlat) {
  const talus::Shape plane = talus::make_half_space({0, 0, 1}, 0);
  for (const double n : {8.0, 20.0}) {
    const talus::Shape block = talus::make_superquadric({1, 1.5, half_height}, n, n);
    for (const Law law : {Law::volume, Law::depth}) {
      if (n == 8 && law == Law::volume) continue;  // for the time it takes
      const auto q = turn_about({1, 0.4, 0.1}, 0.15);
      const Drop drop =
          settle(block, plane, {{0, 0, half_height + 0.15}, {q[0], q[1], q[2], q[3]}}, law);
      EXPECT_LT(drop.largest_tilt_late, 1e-6) << n << " " << static_cast<int>(law);
      EXPECT_LT(norm(drop.velocity), 1e-5);
      EXPECT_LT(norm(drop.spin), 1e-6);
      EXPECT_LT(drop.pose.position.z, half_height);
      EXPECT_GT(drop.pose.position.z, half_height - 0.02);
    }
  }
}

}  // namespace
