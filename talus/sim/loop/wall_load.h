// The loads on walls (Setup::wall_loads), summed in every step. The mean over an interval weighs
// its first and last steps by one half, as velocity Verlet does: its product with the time is the
// impulse that the bodies got, to rounding.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/sim/loop/contact_schedule.h"
#include "talus/sim/loop/model.h"

namespace talus {

struct LoadSum {
  Vec3<double> force{}, torque{};             // N, N m: of the last step
  Vec3<double> impulse{}, angular_impulse{};  // N s, N m s: since first_step
  std::int64_t first_step{};
};

// Model::loads_of.
std::vector<std::vector<std::int32_t>> list_loads(const Setup& setup, std::size_t body_count);

// Adds the forces of this step, after all contacts and before walls move. A wall adds up its
// accumulators in the order of chunks and a measure its walls in the order of slots: the same bits
// for any number of threads. With a step of 0 s nothing is added to the impulses.
void add_loads(const Model& model, const BodyTable& bodies, const ContactSchedule& schedule,
               double step, std::vector<LoadSum>& loads);

}  // namespace talus
