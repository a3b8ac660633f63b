// The start of a simulation: checks a setup and fills the tables of the loop from it. Everything
// here throws SimulationError with the name of the body, wall or parameter that is wrong.
#pragma once

#include "talus/setup.h"
#include "talus/sim/loop/loop.h"
#include "talus/sim/loop/time_step.h"

namespace talus {

// A body at its start, as it is checked.
struct BodyStart {
  const std::string& name;
  const Pose<double>& pose;
  const Vec3<double>&velocity, &angular_velocity;
  Freedom freedom;
};
void check_body(const BodyStart& body, const BodyType& type, const Law& law);

// The arrays of the setup must have one entry per body, and materials that exist.
void check_sizes(const Setup& setup);

// The law and the contact materials, the bodies and walls with their body types and slots. Of the
// model the time step is still missing, which depends on these tables.
void fill_tables(Setup setup, Loop& loop);

// The time step (s): the requested one, which must not exceed the limit, or a choice if it is 0.
double choose_step(double requested, const TimeStepLimit& limit);

}  // namespace talus
