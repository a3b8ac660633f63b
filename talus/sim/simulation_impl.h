// What a Simulation consists of, for the sources that implement it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "talus/error.h"
#include "talus/sim/loop/change_bodies.h"
#include "talus/sim/loop/flow_gates.h"
#include "talus/sim/loop/loop.h"
#include "talus/sim/loop/time_step.h"
#include "talus/simulation.h"

namespace talus {

// The number of the measure with this name; `what` is its word in the message.
template <class Measure>
std::size_t measure_named(const std::vector<Measure>& measures, std::string_view name,
                          const char* what) {
  const auto found = std::find_if(measures.begin(), measures.end(),
                                  [&](const Measure& m) { return m.name == name; });
  if (found != measures.end()) return static_cast<std::size_t>(found - measures.begin());
  throw SimulationError(fmt::format("there is no {} \"{}\"", what, name));
}

struct Simulation::Impl {
  Loop loop;
  // Of the bodies that are there and may come; limit_now() makes it hold.
  mutable TimeStepLimit limit;
  mutable bool limit_holds = true;
  std::uint64_t fingerprint{};  // of the setup
  double start_potential{};
  double search_seconds{}, motion_seconds{}, flow_seconds{};
  std::int64_t searches{}, moves{};  // pair lists made; bodies moved, summed over steps
  FlowGates gates;
  PlaneCounter planes;
  bool broken{};           // in the middle of a step that failed
  bool loads_hold = true;  // the accumulators are of this moment: not after restore()
  mutable ContactTable table;
  mutable std::int64_t table_step = -1;
  // Arrays that users may still see (SimulationArchive::keep_arrays), and whether there may be.
  std::vector<UserState> old_arrays;
  bool keeps_arrays{};
  bool bodies_change{};  // bodies came or went, or may do so in a step

  // Makes steps; what ends the run after the last of them, if anything does: it is the step that
  // exceeds a limit, or the one after it. The simulation is broken if this throws.
  std::optional<LimitError> advance(std::int64_t count);
  // Between two steps. The simulation is broken if this throws.
  void change(const BodyChange& change);
  // Inlets, outlets and bounds after a step. The error of a body beyond the bounds or of too many
  // grains, if there is one.
  std::optional<LimitError> visit_gates();
  // Before a step: inlets whose visit was interrupted, or had too many grains.
  std::optional<LimitError> visit_late_inlets();
  // Before arrays are resized: users who see them keep them as they are now.
  void retire_arrays();
  // After a change was refused for which arrays were retired; bodies_change and keeps_arrays as
  // they were before.
  void take_back_arrays(bool could_change, bool kept);
  void forget_unused_meshes();
  const TimeStepLimit& limit_now() const;
};

// Larger overlaps of bodies at their start, relative to the size of the smaller one, are errors.
inline constexpr double largest_overlap_at_start = 0.1;

}  // namespace talus
