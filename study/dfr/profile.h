// Table 1: where the time of a simulation goes, for 1,000 bodies and 1,000 steps, by the pipeline
// of the paper (pipeline_1999.h) and by today's time loop, from the same state.
#pragma once

#include <nlohmann/json.hpp>

namespace study {

struct ProfileOptions {
  int bodies = 1000, steps = 1000;
  int settling_steps = 500;  // before the profile, by the pipeline of the paper
};

nlohmann::json measure_profile(const ProfileOptions& options);

}  // namespace study
