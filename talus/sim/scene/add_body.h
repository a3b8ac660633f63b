// Appends a body to all per-body arrays of a setup.
#pragma once

#include <string>
#include <utility>

#include "talus/setup.h"

namespace talus::scene {

struct NewBody {
  std::string name;
  Shape shape;
  Pose<double> pose;
  std::int32_t material{};
  Freedom freedom = Freedom::free;
  Vec3<double> velocity{}, angular_velocity{};
};

inline void add_body(Setup& setup, NewBody body) {
  setup.bodies.shape_of.push_back(static_cast<std::int32_t>(setup.bodies.shapes.size()));
  setup.bodies.shapes.push_back(std::move(body.shape));
  setup.bodies.poses.push_back(body.pose);
  setup.name.push_back(std::move(body.name));
  setup.material_of.push_back(body.material);
  setup.freedom.push_back(body.freedom);
  setup.velocity.push_back(body.velocity);
  setup.angular_velocity.push_back(body.angular_velocity);
}

}  // namespace talus::scene
