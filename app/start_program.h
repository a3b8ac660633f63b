// Programs that are started beside this one and left alone.
#pragma once

#include <string>
#include <vector>

namespace talus {

// The program, found on the PATH, without standard streams and out of reach of the terminal's
// signals. False if it cannot be started.
bool start_program(const std::vector<std::string>& command);

// This very program with these arguments and low priority. Returns its first line of output, or
// nothing if it ends or is silent for so long without one.
std::string start_self(const std::vector<std::string>& arguments, double seconds);

}  // namespace talus
