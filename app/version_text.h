// What talus --version prints.
#pragma once

#include <string>

namespace talus {

// Three lines: the version; the commit it was built from; the instruction set that the kernels use
// here.
std::string version_text();

}  // namespace talus
