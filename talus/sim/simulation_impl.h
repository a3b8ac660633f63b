// What a Simulation consists of, for the sources that implement it.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/sim/loop/change_bodies.h"
#include "talus/sim/loop/flow_gates.h"
#include "talus/sim/loop/loop.h"
#include "talus/sim/loop/time_step.h"
#include "talus/simulation.h"

namespace talus {

struct Simulation::Impl {
  Loop loop;
  TimeStepLimit limit;
  std::uint64_t fingerprint{};  // of the setup
  double start_potential{};
  double search_seconds{}, motion_seconds{}, flow_seconds{};
  FlowGates gates;
  bool broken{};  // in the middle of a step that failed
  mutable ContactTable table;
  mutable std::int64_t table_step = -1;
  // Arrays that users may still see (SimulationArchive::keep_arrays), and whether there may be.
  std::vector<UserState> old_arrays;
  bool keeps_arrays{};
  bool bodies_change{};  // bodies came or went, or may do so in a step

  // Between two steps. The simulation is broken if this throws.
  void change(const BodyChange& change);
  // Inlets, outlets and bounds after a step. Throws LimitError for a body beyond the bounds.
  void visit_gates();
  // Before arrays are resized: users who see them keep them as they are now.
  void retire_arrays();
};

// Larger overlaps of bodies at their start, relative to the size of the smaller one, are errors.
inline constexpr double largest_overlap_at_start = 0.1;

}  // namespace talus
