#include "talus/broad/scene.h"

#include <charconv>
#include <cmath>
#include <string>

namespace talus::broad {
namespace {

constexpr char axis_name[] = {'x', 'y', 'z'};

// The shortest digits that read back as the same double.
std::string text(double number) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

[[noreturn]] void refuse(const char* what, int number, const std::string& why) {
  throw SceneError(std::string(what) + " " + std::to_string(number) + ": " + why);
}

void check_domain(const Domain& domain) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!domain.periodic[axis]) continue;
    const double period = domain.period(axis);
    if (!(period > 0) || !std::isfinite(period)) {
      throw SceneError(std::string("domain: the period along ") + axis_name[axis] +
                       " must be finite and > 0, got " + text(period));
    }
  }
}

void check_box(const Scene& scene, int i) {
  for (int axis = 0; axis < 3; ++axis) {
    const double lower = scene.box[i].lower[axis], upper = scene.box[i].upper[axis];
    const std::string where = std::string("along ") + axis_name[axis];
    if (!std::isfinite(lower) || !std::isfinite(upper)) {
      refuse("box", i, where + " from " + text(lower) + " to " + text(upper) + ", must be finite");
    }
    if (lower > upper) {
      refuse("box", i,
             where + " from " + text(lower) + " to " + text(upper) +
                 ", must not end before it begins");
    }
    if (!scene.domain.periodic[axis]) continue;
    const double period = scene.domain.period(axis);
    if (std::abs(lower - scene.domain.lower[axis]) > farthest_period * period) {
      refuse("box", i,
             where + " at " + text(lower) + ", more than " + std::to_string(farthest_period) +
                 " periods outside of the domain");
    }
    if (upper - lower > period) {
      refuse(
          "box", i,
          where + " of length " + text(upper - lower) + ", longer than the period " + text(period));
    }
  }
}

}  // namespace

void check(const Scene& scene) {
  check_domain(scene.domain);
  if (scene.body_count < 0 || scene.body_count > scene.count()) {
    throw SceneError("scene: body_count is " + std::to_string(scene.body_count) + " of " +
                     std::to_string(scene.count()) + " volumes");
  }
  if (!scene.sphere.empty() && scene.sphere.size() != scene.box.size()) {
    throw SceneError("scene: " + std::to_string(scene.sphere.size()) + " spheres for " +
                     std::to_string(scene.box.size()) + " boxes");
  }
  for (int i = 0; i < scene.count(); ++i) check_box(scene, i);
  for (int i = 0; i < static_cast<int>(scene.sphere.size()); ++i) {
    const BoundingSphere<double>& s = scene.sphere[i];
    if (!std::isfinite(max_norm(s.centre)) || !std::isfinite(s.radius) || s.radius < 0) {
      refuse("sphere", i, "must be finite with a radius >= 0");
    }
  }
}

}  // namespace talus::broad
