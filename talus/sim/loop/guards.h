// Limits that sound runs keep: what is beyond them is counted, reported once with names and time,
// and ends the run where the setup says so.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "talus/error.h"
#include "talus/sim/loop/body_table.h"
#include "talus/sim/loop/model.h"
#include "talus/sim/loop/progress.h"

namespace talus {

// Model::overlap_limit, smallest_size and travel_limit.
void set_limits(const BodyTable& bodies, Model& model);

// Counts the travel of a step that has begun. The slots of the travel must be those of now.
void count_travel(const Model& model, const BodyTable& bodies, const Travel& travel,
                  Progress& progress);

// Counts the overlaps of a step. What ends the run after this step, if anything does.
std::optional<LimitError> check_limits(const Model& model, const BodyTable& bodies,
                                       Progress& progress);

// Counts the residual of the ledger after a step whose state users see. What ends the run, if it
// does.
std::optional<LimitError> check_residual(const Model& model, const UserState& user,
                                         const Ledger& ledger, Progress& progress);

// One sentence for each limit that was exceeded, about its first time.
std::vector<std::string> warnings_of(const Model& model, const Progress& progress);

}  // namespace talus
