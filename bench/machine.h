// Where and with what the bench ran.
#pragma once

#include <string>

namespace bench {

// Keeps this process on one core, so that the scheduler does not move it in the middle of a pass.
// Returns the core.
int pin_to_one_core();

std::string processor_name();
std::string compiler_name();

}  // namespace bench
