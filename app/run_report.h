// Messages of talus run: before, during and after the run.
#pragma once

#include <string>

#include "talus/run.h"

namespace talus {

std::string start_text(const Run& run, const std::string& folder, int threads);

// In [0, 1]: of the duration.
double share_done(const Run& run);
// Steps per second, contacts, kinetic energy, time left.
std::string progress_text(const Run& run, double seconds);

// The largest overlap, the energy ledger, time and memory.
std::string summary(const Run& run, double seconds);

// The parts of the time loop, and the rows of Table 1 of P4 with their calls.
std::string profile_table(const Run& run, double seconds);

}  // namespace talus
