// What inlets and outlets have counted since the start: plain data, part of a saved state.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/math/vec3.h"

namespace talus {

struct InletSum {
  std::int64_t count{};
  double mass{};  // kg
  Vec3<double> momentum{};
  std::int64_t next_step = -1;  // of its next grain; -1: there is none
  std::int64_t attempts{};      // to place the next grain, so far
  // The first grain without room: 1 + its number, 0: there was none; and by reason the poses that
  // were tried for it: reaching out of the region, into a body, into a wall.
  std::int64_t first_blocked{}, first_blocked_step{};
  std::int64_t outside{}, body{}, wall{};
  std::int64_t blocked_visits{};
  double most_missing{};     // kg or grains: the largest shortfall so far
  std::int64_t read_step{};  // of the last reading
  double read_mass{};
};

struct OutletSum {
  std::int64_t count{};
  double mass{};  // kg
  Vec3<double> momentum{};
  std::int64_t waiting{};  // bodies that could not be reinserted at the last visit
  std::int64_t read_step{};
  double read_mass{};
};

struct FlowState {
  std::vector<InletSum> inlets;       // by Setup::inlets
  std::vector<std::int64_t> of_part;  // grains, by inlet and part
  std::vector<OutletSum> outlets;     // by Setup::outlets, then that of Beyond::remove
};

}  // namespace talus
