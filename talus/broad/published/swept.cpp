#include "talus/broad/published/swept.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::broad {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double never = std::numeric_limits<double>::infinity();

// Newton steps towards the time at which spheres meet. Every one is a safe answer; they converge
// quadratically unless the spheres only graze.
constexpr int most_steps = 64;

// How far two volumes are apart in some direction, at least: gap + rate t - closing t^2 / 2 with
// closing >= 0. It is positive during one interval of time, if ever.
struct Separation {
  double gap, rate, closing;

  // Positive only beyond doubt.
  bool is_positive_at(double t) const {
    const double bend = 0.5 * closing * t * t;
    const double rounding = 8 * epsilon * (std::abs(gap) + std::abs(rate) * t + bend);
    return gap + rate * t - bend > rounding;
  }

  // When it ends, at the earliest, given that it is positive at some time >= 0.
  double end() const {
    const double least = 1 - 32 * epsilon;
    if (closing == 0) return rate < 0 ? least * (gap / -rate) : never;
    const double bend = std::sqrt(closing) * std::sqrt(2 * std::abs(gap));
    const double difference = std::max(0.0, rate - bend - 4 * epsilon * rate);
    const double root =
        gap > 0 ? std::hypot(rate, bend) : std::sqrt(difference) * std::sqrt(rate + bend);
    // Of the two forms of the larger root the one without cancellation.
    return least * (rate < 0 ? 2 * gap / (root - rate) : (rate + root) / closing);
  }
};

// A gap less than what its differences may have been rounded by.
double rounded_down(double gap, double magnitude) { return gap - 8 * epsilon * magnitude; }

class Pair {
 public:
  Pair(const Scene& scene, std::span<const Motion> motion, BodyPair pair, const Image& image)
      : scene_(scene),
        pair_(pair),
        shift_(shift_of(scene.domain, image)),
        velocity_(motion[pair.b].velocity - motion[pair.a].velocity),
        closing_(motion[pair.a].acceleration + motion[pair.b].acceleration) {
    for (int axis = 0; axis < 3; ++axis) set_axis(axis);
  }

  // The first time from t on at which the boxes overlap. An advance goes to the end of the only
  // interval in which a separation is positive, so that each happens once.
  double boxes_from(double t) const {
    for (bool advanced = true; advanced && t < never;) {
      advanced = false;
      for (const Separation& separation : separation_) {
        if (!separation.is_positive_at(t)) continue;
        const double end = separation.end();
        if (end <= t) continue;
        t = end;
        advanced = true;
      }
    }
    return t;
  }

  // A time from t on before which the spheres do not overlap; t itself if they may do so then. The
  // separation along the line of the centres at time t is less than the distance at other times.
  double spheres_from(double t) const {
    const BoundingSphere<double>&a = scene_.sphere[pair_.a], &b = scene_.sphere[pair_.b];
    const Vec3<double> apart = b.centre + shift_ - a.centre + t * velocity_;
    const double reach = a.radius + b.radius + 0.5 * closing_ * t * t;
    const double distance = norm(apart);
    const double magnitude = max_norm(a.centre) + max_norm(b.centre) + max_norm(shift_) +
                             t * max_norm(velocity_) + reach;
    const double gap = rounded_down(distance - reach, magnitude);
    if (!(gap > 0)) return t;
    const double rate = dot(apart, velocity_) / distance - closing_ * t;
    const double rounding = 8 * epsilon * (3 * max_norm(velocity_) + closing_ * t);
    return t + Separation{gap, rate - rounding, closing_}.end();
  }

 private:
  void set_axis(int axis) {
    const BoundingBox<double>&a = scene_.box[pair_.a], &b = scene_.box[pair_.b];
    const double magnitude =
        std::max({std::abs(a.lower[axis]), std::abs(a.upper[axis]), std::abs(b.lower[axis]),
                  std::abs(b.upper[axis]), std::abs(shift_[axis])});
    const double above = b.lower[axis] + shift_[axis] - a.upper[axis];
    const double below = a.lower[axis] - (b.upper[axis] + shift_[axis]);
    separation_[2 * axis] = {rounded_down(above, magnitude), velocity_[axis], closing_};
    separation_[2 * axis + 1] = {rounded_down(below, magnitude), -velocity_[axis], closing_};
  }

  const Scene& scene_;
  BodyPair pair_;
  Vec3<double> shift_, velocity_;
  double closing_;
  Separation separation_[6];
};

}  // namespace

BoundingBox<double> swept(const BoundingBox<double>& box, const Motion& motion, double time) {
  BoundingBox<double> result = box;
  const double bend = 0.5 * motion.acceleration * time * time;
  for (int axis = 0; axis < 3; ++axis) {
    const double path = motion.velocity[axis] * time;
    const double down = std::min(0.0, path - bend), up = std::max(0.0, path + bend);
    if (down == 0 && up == 0) continue;
    const double& lower = box.lower[axis];
    const double& upper = box.upper[axis];
    result.lower[axis] = rounded_down(lower + down, std::abs(lower) + std::abs(path) + bend);
    result.upper[axis] = -rounded_down(-upper - up, std::abs(upper) + std::abs(path) + bend);
  }
  return result;
}

double encounter_time(const Scene& scene, std::span<const Motion> motion, BodyPair bodies,
                      const Image& image, double horizon) {
  const Pair pair(scene, motion, bodies, image);
  double t = pair.boxes_from(0);
  for (int step = 0; step < most_steps && t <= horizon && !scene.sphere.empty(); ++step) {
    const double later = pair.spheres_from(t);
    if (later <= t) break;
    t = pair.boxes_from(later);
  }
  return t <= horizon ? t : never;
}

}  // namespace talus::broad
