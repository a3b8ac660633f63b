#include "talus/sim/loop/wall_load.h"

namespace talus {

std::vector<std::vector<std::int32_t>> list_loads(const Setup& setup, std::size_t body_count) {
  std::vector<std::vector<std::int32_t>> loads_of;
  if (setup.wall_loads.empty()) return loads_of;
  loads_of.resize(body_count + setup.mesh_walls.size());
  for (std::size_t m = 0; m < setup.wall_loads.size(); ++m) {
    const auto add = [&](std::size_t number) {
      std::vector<std::int32_t>& list = loads_of[number];
      const auto measure = static_cast<std::int32_t>(m);
      if (list.empty() || list.back() != measure) list.push_back(measure);  // once, if named twice
    };
    const ObjectList& objects = setup.wall_loads[m].objects;
    for (const std::int32_t i : objects.bodies) add(static_cast<std::size_t>(i));
    for (const std::int32_t i : objects.mesh_walls) add(body_count + static_cast<std::size_t>(i));
  }
  return loads_of;
}

void add_loads(const Model& model, const BodyTable& bodies, const ContactSchedule& schedule,
               double step, std::vector<LoadSum>& loads) {
  std::vector<Load> now(loads.size());
  for (const std::int32_t slot : bodies.constrained) {
    const auto i = static_cast<std::size_t>(slot);
    const std::vector<std::int32_t>& measures = model.loads_of[bodies.number_of(i)];
    if (measures.empty()) continue;
    Load load;
    for (std::uint32_t k = schedule.start[i]; k < schedule.start[i + 1]; ++k) {
      const ForceAccumulator& sum = schedule.accumulators[schedule.list[k]];
      load.force = load.force + sum.force;
      load.torque = load.torque + sum.torque;
    }
    for (const std::int32_t m : measures) {
      const auto measure = static_cast<std::size_t>(m);
      const Vec3<double> arm = bodies.motion[i].centre - model.setup.wall_loads[measure].about;
      now[measure].force = now[measure].force + load.force;
      now[measure].torque = now[measure].torque + (load.torque + cross(arm, load.force));
    }
  }
  for (std::size_t m = 0; m < loads.size(); ++m) {
    LoadSum& sum = loads[m];
    sum.impulse = sum.impulse + (0.5 * step) * (sum.force + now[m].force);
    sum.angular_impulse = sum.angular_impulse + (0.5 * step) * (sum.torque + now[m].torque);
    sum.force = now[m].force;
    sum.torque = now[m].torque;
  }
}

}  // namespace talus
