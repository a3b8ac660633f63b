// Checks on a state that was read from a file, before anything uses it: sizes of arrays, indices
// and numbers. A checksum that holds proves that the file is whole, not who wrote it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "talus/output/hdf5.h"
#include "talus/sim/loop/loop.h"

namespace talus {

// The number of blocks that the pairs of all kinds can have.
inline constexpr std::int64_t most_blocks = 2 * kind_count * kind_count;

// Throws Hdf5Error with the array.
void check_restored_bodies(const Loop& loop, const Hdf5Reader& file);
void check_restored_progress(const Loop& loop, const Hdf5Reader& file);
void check_kinds(const PairBlock& block, const std::string& group, const Hdf5Reader& file);
// Indices of a block whose arrays have the right sizes. Block i has the name "state/block_i".
void check_restored_block(const Loop& loop, std::size_t i, const Hdf5Reader& file);

}  // namespace talus
