// The pairs of all blocks in chunks, and the force accumulators of the bodies in each chunk.
//
// Several threads cannot add to the force of the same body, and the order of additions must not
// depend on the threads. So a chunk has a force accumulator for each of its bodies, filled by one
// thread in the order of its pairs, and a body's force is the sum of its accumulators in the order
// of chunks. Pairs follow a curve through space: most pairs of a body are in one chunk.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/contact/pair_block.h"
#include "talus/sim/loop/body_table.h"

namespace talus {

// Pairs; at most half of what PairBlock::accumulator_a can hold.
inline constexpr std::int64_t largest_chunk = 2048;

// Pairs of a block that are close in space, processed by one thread.
struct PairChunk {
  std::int32_t block{};
  std::int64_t first{}, last{};                          // pairs of the block
  std::int64_t first_accumulator{}, last_accumulator{};  // ContactSchedule::accumulators
  std::int64_t first_group{}, last_group{};              // ContactSchedule::group_list
};

struct ContactSchedule {
  std::vector<PairChunk> chunks;
  std::vector<ForceAccumulator> accumulators;
  // The accumulators of slot i are accumulators[list[start[i]]] to [list[start[i + 1] - 1]].
  std::vector<std::uint32_t> start, list;
  // Groups of body_group slots with free bodies, by chunk. A group is integrated after the last of
  // its chunks.
  std::vector<std::uint32_t> group_list;
  std::vector<std::int32_t> chunks_of_group;   // by group: number of chunks it is in
  std::vector<std::uint32_t> unpaired_groups;  // those in no chunk
};

// Cuts the blocks into chunks and numbers their accumulators.
ContactSchedule make_schedule(const BodyTable& bodies, std::vector<PairBlock>& blocks);

}  // namespace talus
