// One number for everything in a setup that a simulation goes by, so that a checkpoint is not taken
// for that of another scene.
#pragma once

#include <cstdint>

#include "talus/setup.h"

namespace talus {

std::uint64_t fingerprint(const Setup& setup);

}  // namespace talus
