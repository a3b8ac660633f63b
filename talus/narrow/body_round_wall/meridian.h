// The depth of a convex body behind a round wall at one azimuth.
//
// At an azimuth the wall is replaced by its tangent strip: the generator of that meridian, moved
// along the tangent of the circle. Along a unit normal n of the meridian, from the wall to the
// body, the body is max(n . p0, n . p1) - min n . x deep, with the ends p0, p1 of the generator.
// The depth is the least of them over n, found from the lateral normal on the body's side:
//
//   1. The lateral normal, if the projection of the deepest point is between the ends, or beyond an
//      end from which another surface rises (a disc, seen from inside).
//   2. Beyond another end, and near it, n turns about that end until its deepest point is there:
//      the contact with the rim.
//
// Its derivative by the azimuth is -n_r times the tangent component of the deepest point, so the
// contacts are the azimuths in whose meridian the deepest point lies (ring.h).
#pragma once

#include "talus/narrow/body_round_wall/lowest.h"
#include "talus/narrow/body_round_wall/turn.h"
#include "talus/shape/round_wall.h"

namespace talus::body_round_wall {

struct Azimuth {
  explicit Azimuth(const Turn& t)
      : outward{t.cosine, t.sine, 0.0}, tangent{-t.sine, t.cosine, 0.0} {}
  Vec3<double> outward, tangent;

  Vec3<double> at(const MeridianVector& v) const { return {v.r * outward.x, v.r * outward.y, v.z}; }
};

struct Depth {
  Lowest lowest;
  MeridianVector normal{};
  bool on_rim{};
  bool is_valid{};    // false: a disc has the contact, or none
  bool on_opening{};  // on the rim of an open end, more along the axis than away from it
};

// Axial part of a normal from which on it is that of a body before an opening.
inline constexpr double over_opening = 0.5;

template <class Body>
class Meridians {
 public:
  // `side`: 1 inside, -1 outside.
  Meridians(const RoundWall& wall, const Body& body, double side)
      : wall_(wall), body_(body), lateral_{side * wall.inward().r, side * wall.inward().z} {
    for (int end = 0; end < 2; ++end) {
      const double up = end == 0 ? -1.0 : 1.0;
      ends_[end] = side < 0.0 || !wall.is_closed(end);
      outward_[end] = {up * wall.along().r, up * wall.along().z};
      // Seen from outside, the disc of a closed end takes over at its normal.
      most_[end] = widest_turn;
      if (wall.is_closed(end)) most_[end] = turn_of(up * lateral_.z, up * outward_[end].z);
    }
  }

  Depth at(const Azimuth& azimuth) const {
    Depth depth{below(azimuth, lateral_, 0), lateral_, false, true, false};
    if (!(depth.lowest.depth > 0.0)) return depth;
    const Vec3<double> x = depth.lowest.point;
    const double along = dot(wall_.along(), {dot(azimuth.outward, x) - wall_.radius(0), x.z});
    // A plane through the rim, turned by up to a right angle, has x at least
    // min(depth, distance from the rim) below it: rims farther than the depth are not evaluated.
    for (int end = 0; end < 2; ++end) {
      const double inward = end == 0 ? along : wall_.length() - along;
      if (!ends_[end] || inward >= depth.lowest.depth) continue;
      const Depth rim = at_rim(azimuth, end);
      if (inward < 0.0 || !(rim.lowest.depth > 0.0)) return rim;
      if (rim.is_valid && rim.lowest.depth < depth.lowest.depth) depth = rim;
    }
    return depth;
  }

  const RoundWall& wall() const { return wall_; }

 private:
  // Of a rim that is open, in quarter turns from the lateral normal: short of the other side.
  static constexpr double widest_turn = 1.9;
  // Intervals of the turn of a normal at a rim that are examined. A choice.
  static constexpr int turns = 8;
  // Steps of regula falsi and bisection; 60 halve the interval down to rounding.
  static constexpr int most_steps = 60;
  // Width of the interval of turns at which it ends: the depth is right to its square.
  static constexpr double turn_tolerance = 1e-13;

  Lowest below(const Azimuth& azimuth, const MeridianVector& n, int end) const {
    return body_.below(azimuth.at(n), dot(n, wall_.rim(end)));
  }

  // The derivative of the depth by the turn of n = cos lateral + sin outward, which is the
  // component of rim - point along the direction a quarter turn further.
  double slope_at(const Azimuth& azimuth, int end, double x, Depth& depth) const {
    const MeridianVector &u = lateral_, &w = outward_[end], rim = wall_.rim(end);
    const Turn t = turn(x);
    depth.normal = {t.cosine * u.r + t.sine * w.r, t.cosine * u.z + t.sine * w.z};
    depth.lowest = below(azimuth, depth.normal, end);
    const Vec3<double>& p = depth.lowest.point;
    const MeridianVector to{rim.r - dot(azimuth.outward, p), rim.z - p.z};
    return t.cosine * dot(w, to) - t.sine * dot(u, to);
  }

  // The least depth over n. A body with edges has several minima.
  Depth at_rim(const Azimuth& azimuth, int end) const {
    Depth depth{{}, {}, true, true, false};
    double low = 0.0, slope_low = slope_at(azimuth, end, low, depth);
    Depth least = depth;
    least.is_valid = false;
    for (int i = 1; i <= turns; ++i) {
      const double high = most_[end] * i / turns;
      const double slope_high = slope_at(azimuth, end, high, depth);
      if (!(depth.lowest.depth > 0.0)) return depth;
      if (slope_low < 0.0 && slope_high > 0.0) {
        const Depth found = refine(azimuth, end, low, slope_low, high, slope_high);
        if (!(found.lowest.depth > 0.0)) return found;
        if (!least.is_valid || found.lowest.depth < least.lowest.depth) least = found;
      }
      low = high;
      slope_low = slope_high;
    }
    // Of a closed end, the depth may go on falling towards the disc.
    if (slope_low < 0.0 && depth.lowest.depth < least.lowest.depth) {
      least = depth;
      least.is_valid = false;
    }
    least.on_opening = !wall_.is_closed(end) && absolute(least.normal.z) >= over_opening;
    return least;
  }

  Depth refine(const Azimuth& azimuth, int end, double low, double slope_low, double high,
               double slope_high) const {
    Depth depth{{}, {}, true, true, false};
    int last = 0;
    for (int i = 0; i < most_steps && high - low > turn_tolerance; ++i) {
      double x = low - slope_low * (high - low) / (slope_high - slope_low);
      if (!(x > low && x < high) || i % 4 == 3) x = 0.5 * (low + high);
      const double slope = slope_at(azimuth, end, x, depth);
      if (!(depth.lowest.depth > 0.0) || slope == 0.0) break;
      // The Illinois variant: the end that stays twice counts half.
      if (slope < 0.0) {
        low = x;
        slope_low = slope;
        if (last < 0) slope_high *= 0.5;
        last = -1;
      } else {
        high = x;
        slope_high = slope;
        if (last > 0) slope_low *= 0.5;
        last = 1;
      }
    }
    return depth;
  }

  const RoundWall& wall_;
  const Body& body_;
  MeridianVector lateral_;
  MeridianVector outward_[2];  // along the generator, beyond each end
  bool ends_[2];               // else the lateral surface goes on for this side
  double most_[2];             // turn of the normal at each rim
};

}  // namespace talus::body_round_wall
