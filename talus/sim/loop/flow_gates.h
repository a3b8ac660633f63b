// Inlets, outlets and bounds in the time loop. Between two steps:
//
//   outlets   every outlet_steps steps: bodies inside are counted, and removed or moved
//   bounds    with them
//   inlets    in the step in which a grain is due: the grain gets the first pose, of its own stream
//             of random numbers, at which it is apart from everything
//
// When a grain is due follows from the integral of the rate, and its stream from the seed, the
// inlet and the number of the grain: nothing depends on threads or on how steps are divided among
// calls.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/error.h"
#include "talus/packing/free_space.h"
#include "talus/sim/loop/change_bodies.h"
#include "talus/sim/loop/flow_rate.h"
#include "talus/sim/loop/time_step.h"

namespace talus {

// Throws SimulationError for inlets, outlets and bounds that are not valid.
void check_flow(const Setup& setup);

// One for every grain size of the inlets, for the time step.
std::vector<ComingBodies> coming_bodies(const Loop& loop);

class FlowGates {
 public:
  // After the time step is known. Sizes Loop::flow, too.
  void start(Loop& loop);

  // The next step at whose end there is something to do; never before the present one.
  std::int64_t next_step(const Loop& loop) const;

  // Does what is due; `apply` gets the changes one by one. The error of a body beyond the bounds or
  // of too many grains, if there is one.
  template <class Apply>
  std::optional<LimitError> visit(Loop& loop, const Apply& apply) {
    std::optional<LimitError> error;
    if (has_outlets(loop) && loop.progress.steps % outlet_steps == 0) {
      error = beyond_error(loop);
      apply(leaving(loop));
    }
    const std::optional<LimitError> of_inlets = visit_inlets(loop, apply);
    if (!error && of_inlets) error.emplace(*of_inlets);
    return error;
  }

  // The same of the inlets only: again after a visit that was interrupted. An inlet with too many
  // grains stays due.
  template <class Apply>
  std::optional<LimitError> visit_inlets(Loop& loop, const Apply& apply) {
    std::optional<LimitError> error;
    for (std::size_t i = 0; i < rates_.size(); ++i) {
      const std::int64_t next = loop.flow.inlets[i].next_step;
      if (next >= 0 && next <= loop.progress.steps) apply(entering(loop, i, error));
    }
    return error;
  }

  static bool has_outlets(const Loop& loop) {
    return !loop.model.setup.outlets.empty() || loop.model.setup.beyond != Beyond::ignore;
  }

  // Grains or kg that should have entered by now, and those of them that had no room; less than a
  // grain is not missing.
  double missing(const Loop& loop, std::size_t inlet) const;
  double missing_mass(const Loop& loop, std::size_t inlet) const;  // kg
  double due(const Loop& loop, std::size_t inlet) const;

 private:
  // Where new grains may be, or bodies that are put elsewhere.
  struct Space {
    FillSettings settings;
    std::unique_ptr<FreeSpace> free;  // once it is needed
  };
  struct Grain {
    std::size_t part{};
    std::int32_t shape{}, type{};
    double amount{};  // kg, or 1
  };
  BodyChange leaving(Loop& loop);
  // Of too many grains none enters, and there is the error, unless there is one already. The counts
  // stay as they were then, and if it is interrupted.
  BodyChange entering(Loop& loop, std::size_t inlet, std::optional<LimitError>& error);
  BodyChange enter_all(Loop& loop, std::size_t inlet);
  std::optional<LimitError> beyond_error(const Loop& loop) const;
  FreeSpace& find_obstacles(Loop& loop, Space& space) const;
  bool move_body(Loop& loop, std::size_t outlet, std::size_t slot, bool& is_known);
  Grain next_grain(const Loop& loop, std::size_t inlet) const;
  bool is_over(const Loop& loop, std::size_t inlet, const Grain& grain) const;
  double entered(const Loop& loop, std::size_t inlet) const;
  double left_by_limits(const Loop& loop, std::size_t inlet) const;  // kg or grains
  bool place(Loop& loop, std::size_t inlet, FreeSpace& space, const Grain& grain, AddedBody& body);
  void plan(Loop& loop, std::size_t inlet, bool blocked) const;

  std::vector<FlowRate> rates_;
  std::vector<Space> inlet_spaces_, outlet_spaces_;
  std::vector<std::size_t> first_part_;             // by inlet, in FlowState::of_part
  std::vector<std::vector<std::int32_t>> type_of_;  // by inlet and part: of its shapes
};

// A sentence for each inlet that had no room for a grain, about the first one.
std::vector<std::string> flow_warnings(const Loop& loop);

}  // namespace talus
