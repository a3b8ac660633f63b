#include "talus/broad/published/space_time.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace talus::broad {
namespace {

constexpr int most_halvings = 60;

void check_motion(const Scene& scene, std::span<const Motion> motion, double horizon) {
  if (!std::isfinite(horizon) || horizon < 0) {
    throw SceneError("horizon: must be finite and >= 0, got " + std::to_string(horizon));
  }
  if (motion.size() != scene.box.size()) {
    throw SceneError("scene: " + std::to_string(motion.size()) + " motions for " +
                     std::to_string(scene.box.size()) + " volumes");
  }
  for (std::size_t i = 0; i < motion.size(); ++i) {
    const Vec3<double>& v = motion[i].velocity;
    const double a = motion[i].acceleration;
    if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z) || !std::isfinite(a) ||
        a < 0) {
      throw SceneError("motion " + std::to_string(i) +
                       ": must be finite with an acceleration >= 0");
    }
  }
}

bool fits(const Domain& domain, const BoundingBox<double>& path) {
  for (int axis = 0; axis < 3; ++axis) {
    const double length = path.upper[axis] - path.lower[axis];
    if (!std::isfinite(length)) return false;
    if (domain.periodic[axis] && length > domain.period(axis)) return false;
  }
  return true;
}

}  // namespace

// Fills path_ and returns the horizon for which it could.
double SpaceTime::sweep(const Scene& scene, std::span<const Motion> motion, double horizon) {
  for (int halvings = 0; halvings < most_halvings; ++halvings, horizon /= 2) {
    path_.clear();
    for (int i = 0; i < scene.count(); ++i) {
      path_.push_back(swept(scene.box[i], motion[i], horizon));
      if (!fits(scene.domain, path_.back())) break;
    }
    if (path_.empty() || fits(scene.domain, path_.back())) return horizon;
  }
  throw SceneError("box " + std::to_string(path_.size() - 1) +
                   ": leaves no free space within the period");
}

Jump SpaceTime::next(const Scene& scene, std::span<const Motion> motion, double horizon) {
  check(scene);
  check_motion(scene, motion, horizon);
  Jump jump{sweep(scene, motion, horizon), {}};
  const Scene paths{path_, {}, scene.body_count, scene.domain};
  Work work;
  scheme_.find(paths, threads_, pairs_, work);
  for (std::size_t i = 0; i < pairs_.pair.size(); ++i) {
    const Image image = pairs_.image.empty() ? Image{} : pairs_.image[i];
    const double time = encounter_time(scene, motion, pairs_.pair[i], image, jump.time);
    if (time <= jump.time) jump.encounter.push_back({time, pairs_.pair[i], image});
  }
  std::sort(jump.encounter.begin(), jump.encounter.end());
  if (!jump.encounter.empty()) jump.time = jump.encounter.front().time;
  return jump;
}

}  // namespace talus::broad
