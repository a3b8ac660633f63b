// Standard input, output and error as the program finds them.
#pragma once

namespace talus {

// Opens those that are closed, so that no file of results gets their numbers: reading and writing
// fail there as on a closed descriptor; messages on the standard error are lost. Ignores the
// signals of a closed pipe and of a file that is too large: writing fails instead. Call it first.
void open_standard_streams();

}  // namespace talus
