// What a user can do about a run folder that was refused, and names of new ones.
#pragma once

#include <string>

#include "app/run_command.h"
#include "talus/error.h"

namespace talus {

// The folder of a run without --restart.
std::string folder_of(const RunCommand& command);

// A folder that was just made or is empty: the one of the command, or NAME_2, NAME_3 and so on.
// Throws FileError.
std::string new_folder(const RunCommand& command);

// Lines for the standard error, each with a command to type.
std::string hints(RunFolderError::Reason reason, const RunCommand& command);

std::string resume_text(const RunCommand& command);

}  // namespace talus
