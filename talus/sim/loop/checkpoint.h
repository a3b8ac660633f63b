// The complete state of the time loop in a file, and back, bit for bit. What follows from the setup
// (shapes, masses, materials) is not in it.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/output/hdf5.h"
#include "talus/sim/loop/loop.h"

namespace talus {

// Under the group "state". All throw Hdf5Error; a file of another setup is refused. A state that
// is refused leaves the loop as it was.
void save_state(const Loop& loop, Hdf5Writer& file);
void restore_state(Loop& loop, const Hdf5Reader& file);
// The ids of its bodies.
std::vector<std::int64_t> restored_ids(const Hdf5Reader& file);

// Memory of all arrays.
std::size_t bytes_of(const Loop& loop);

}  // namespace talus
