#include "talus/setup/carried_frame.h"

#include <algorithm>
#include <numbers>

#include "talus/math/small_turn.h"
#include "talus/physics/rotation.h"

namespace talus {
namespace {

// The row of a table before this time; the last but one at most.
std::size_t row_before(const std::vector<double>& time, double t) {
  const auto after = std::upper_bound(time.begin() + 1, time.end() - 1, t);
  return static_cast<std::size_t>(after - time.begin()) - 1;
}

// By an angle in rad about a unit axis.
Quat<double> rotation_about(const Vec3<double>& axis, double angle) {
  const Turn half = turn_of(angle / (4.0 * std::numbers::pi));
  return {half.cosine, half.sine * axis.x, half.sine * axis.y, half.sine * axis.z};
}

}  // namespace

MotionCoordinate::MotionCoordinate(const PrescribedMotion& motion) : motion_(motion) {
  if (motion.type != MotionType::table) {
    motion_.time = motion_.value = {};
  } else if (motion.values_are_rates) {
    integral_.push_back(0.0);
    for (std::size_t i = 1; i < motion.time.size(); ++i) {
      const double mean = 0.5 * (motion.value[i - 1] + motion.value[i]);
      integral_.push_back(integral_.back() + mean * (motion.time[i] - motion.time[i - 1]));
    }
  }
  start_ = at(0.0).value;
}

// Outside of the table its first and last values hold.
Coordinate MotionCoordinate::of_table(double t) const {
  const std::vector<double>&time = motion_.time, &value = motion_.value;
  const bool before = t < time.front(), beyond = t >= time.back();
  if (!motion_.values_are_rates) {
    if (before || beyond) return {before ? value.front() : value.back(), 0.0};
    const std::size_t i = row_before(time, t);
    const double slope = (value[i + 1] - value[i]) / (time[i + 1] - time[i]);
    return {value[i] + slope * (t - time[i]), slope};
  }
  if (before) return {value.front() * (t - time.front()), value.front()};
  if (beyond) return {integral_.back() + value.back() * (t - time.back()), value.back()};
  const std::size_t i = row_before(time, t);
  const double slope = (value[i + 1] - value[i]) / (time[i + 1] - time[i]), since = t - time[i];
  return {integral_[i] + since * (value[i] + 0.5 * slope * since), value[i] + slope * since};
}

Coordinate MotionCoordinate::at(double t) const {
  const PrescribedMotion& m = motion_;
  Coordinate s;
  if (m.type == MotionType::constant) {
    s = {m.rate * t, m.rate};
  } else if (m.type == MotionType::oscillate) {
    constexpr double turn = 2.0 * std::numbers::pi;
    // Whole periods are taken off first: the phase keeps its digits.
    const double periods = m.frequency * t;
    const Turn now = turn_of((periods - std::floor(periods)) + m.phase / turn);
    s = {m.amplitude * now.sine, (turn * m.frequency * m.amplitude) * now.cosine};
  } else if (m.type == MotionType::ramp) {
    const double change = m.to_rate - m.from_rate, length = m.end - m.start;
    const double since = std::clamp(t - m.start, 0.0, length), after = std::max(0.0, t - m.end);
    const double part = since / length;
    s = {m.from_rate * t + change * (0.5 * since * part + after), m.from_rate + change * part};
  } else {
    s = of_table(t);
  }
  return {s.value - start_, s.rate};
}

CarriedPoint CarriedFrame::carry(const Vec3<double>& point) const {
  CarriedPoint p;
  p.position = point;
  for (const Stage& stage : stages_) {
    if (!stage.turns) {
      p.position = p.position + stage.shift;
      p.velocity = p.velocity + stage.rate;
      continue;
    }
    const Mat3<double> rotation = rotation_of(stage.rotation);
    const Vec3<double> arm = rotation * (p.position - stage.shift);
    p.position = stage.shift + arm;
    p.velocity = rotation * p.velocity + cross(stage.rate, arm);
    p.spin = rotation * p.spin + stage.rate;
    p.rotation = product(stage.rotation, p.rotation);
  }
  return p;
}

MotionList::MotionList(std::span<const PrescribedMotion> motions) {
  for (const PrescribedMotion& motion : motions) {
    coordinates_.emplace_back(motion);
    motions_.push_back(motion);
    motions_.back().time = motions_.back().value = {};
    steady_ = steady_ && motion.type == MotionType::constant;
  }
}

CarriedFrame MotionList::at(double time) const {
  CarriedFrame frame;
  for (std::size_t i = motions_.size(); i-- > 0;) {
    const PrescribedMotion& m = motions_[i];
    const Coordinate s = coordinates_[i].at(time);
    if (m.turns) {
      frame.stages_.push_back(
          {true, m.centre, s.rate * m.direction, rotation_about(m.direction, s.value)});
    } else {
      frame.stages_.push_back({false, s.value * m.direction, s.rate * m.direction, {}});
    }
  }
  return frame;
}

Vec3<double> gravity_at(const Setup& setup, double time) {
  if (!setup.varying_gravity) return setup.gravity;
  const VaryingGravity& g = *setup.varying_gravity;
  if (g.time.empty()) {
    const double rate = norm(g.angular_velocity);
    if (!(rate > 0.0)) return setup.gravity;
    return rotation_of(rotation_about(g.angular_velocity / rate, rate * time)) * setup.gravity;
  }
  if (time < g.time.front()) return g.value.front();
  if (time >= g.time.back()) return g.value.back();
  const std::size_t i = row_before(g.time, time);
  const double part = (time - g.time[i]) / (g.time[i + 1] - g.time[i]);
  return g.value[i] + part * (g.value[i + 1] - g.value[i]);
}

}  // namespace talus
