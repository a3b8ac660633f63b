#include "talus/sim/loop/contact_schedule.h"

#include <algorithm>
#include <utility>

namespace talus {
namespace {

// Sizes of chunks, in pairs. Large, because bodies at the border of a chunk have accumulators in
// several; but small enough for threads to share the work evenly where pairs are few or slow.
// Chosen by measurement (bench/dem); no derivation.
constexpr std::int64_t mesh_chunk = 16;
constexpr std::int64_t polyhedron_chunk = 64;
constexpr std::int64_t smallest_chunk = 256;
constexpr std::int64_t largest_curved_chunk = 512;
constexpr std::size_t chunks_per_block = 64;  // wanted

std::int64_t chunk_size(const PairBlock& block) {
  if (block.has_several_points()) return mesh_chunk;
  if (block.kind_a == Kind::polyhedron || block.kind_b == Kind::polyhedron) return polyhedron_chunk;
  const auto part = static_cast<std::int64_t>(block.size() / chunks_per_block);
  return std::clamp(part, smallest_chunk,
                    block.kind_b == Kind::sphere ? largest_chunk : largest_curved_chunk);
}

// Numbers the objects of a chunk as they come.
class Roster {
 public:
  explicit Roster(std::size_t objects) : chunk_(objects, -1), number_(objects) {}

  std::uint16_t number_of(std::int32_t object, std::int64_t chunk) {
    const auto i = static_cast<std::size_t>(object);
    if (chunk_[i] != chunk) {
      chunk_[i] = chunk;
      number_[i] = static_cast<std::uint16_t>(present_.size());
      present_.push_back(object);
    }
    return number_[i];
  }
  std::vector<std::int32_t> take() { return std::exchange(present_, {}); }

 private:
  std::vector<std::int64_t> chunk_;  // in which an object was seen last
  std::vector<std::uint16_t> number_;
  std::vector<std::int32_t> present_;
};

// The first free body of a pair in the order of slots.
std::int32_t first_free_slot(const BodyTable& bodies, const PairBlock& block, std::size_t pair) {
  const std::int32_t a = block.a[pair], b = block.b[pair];
  if (!bodies.is_free(static_cast<std::size_t>(a))) return b;
  return bodies.is_free(static_cast<std::size_t>(b)) ? std::min(a, b) : a;
}

// Chunks of all blocks; those that are close in space are close in the list.
std::vector<PairChunk> cut_blocks(const BodyTable& bodies, const std::vector<PairBlock>& blocks) {
  std::vector<PairChunk> chunks;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto count = static_cast<std::int64_t>(blocks[b].size());
    const std::int64_t size = chunk_size(blocks[b]);
    for (std::int64_t first = 0; first < count; first += size) {
      PairChunk chunk;
      chunk.block = static_cast<std::int32_t>(b);
      chunk.first = first;
      chunk.last = std::min(first + size, count);
      chunks.push_back(chunk);
    }
  }
  const auto slot = [&](const PairChunk& chunk) {
    return first_free_slot(bodies, blocks[static_cast<std::size_t>(chunk.block)],
                           static_cast<std::size_t>(chunk.first));
  };
  std::stable_sort(chunks.begin(), chunks.end(),
                   [&](const PairChunk& p, const PairChunk& q) { return slot(p) < slot(q); });
  return chunks;
}

// Accumulator -> object.
std::vector<std::int32_t> number_accumulators(std::size_t objects, ContactSchedule& schedule,
                                              std::vector<PairBlock>& blocks) {
  Roster roster(objects);
  std::vector<std::int32_t> object_of;
  for (std::size_t c = 0; c < schedule.chunks.size(); ++c) {
    PairChunk& chunk = schedule.chunks[c];
    PairBlock& block = blocks[static_cast<std::size_t>(chunk.block)];
    const auto number = static_cast<std::int64_t>(c);
    for (auto k = static_cast<std::size_t>(chunk.first); k < static_cast<std::size_t>(chunk.last);
         ++k) {
      block.accumulator_a[k] = roster.number_of(block.a[k], number);
      block.accumulator_b[k] = roster.number_of(block.b[k], number);
    }
    chunk.first_accumulator = static_cast<std::int64_t>(object_of.size());
    for (const std::int32_t object : roster.take()) object_of.push_back(object);
    chunk.last_accumulator = static_cast<std::int64_t>(object_of.size());
  }
  return object_of;
}

void list_accumulators(std::size_t objects, const std::vector<std::int32_t>& object_of,
                       ContactSchedule& schedule) {
  schedule.accumulators = std::vector<ForceAccumulator>(object_of.size());
  schedule.start.assign(objects + 1, 0);
  for (const std::int32_t i : object_of) ++schedule.start[static_cast<std::size_t>(i) + 1];
  for (std::size_t i = 0; i < objects; ++i) schedule.start[i + 1] += schedule.start[i];
  schedule.list = std::vector<std::uint32_t>(object_of.size());
  std::vector<std::uint32_t> next(schedule.start.begin(), schedule.start.end() - 1);
  for (std::size_t k = 0; k < object_of.size(); ++k) {
    std::uint32_t& at = next[static_cast<std::size_t>(object_of[k])];
    schedule.list[at++] = static_cast<std::uint32_t>(k);
  }
}

void list_groups(const BodyTable& bodies, const std::vector<std::int32_t>& object_of,
                 ContactSchedule& schedule) {
  schedule.chunks_of_group.assign(bodies.group_count(), 0);
  std::vector<std::int64_t> seen(bodies.group_count(), -1);
  for (std::size_t c = 0; c < schedule.chunks.size(); ++c) {
    PairChunk& chunk = schedule.chunks[c];
    chunk.first_group = static_cast<std::int64_t>(schedule.group_list.size());
    for (std::int64_t k = chunk.first_accumulator; k < chunk.last_accumulator; ++k) {
      const auto object = static_cast<std::size_t>(object_of[static_cast<std::size_t>(k)]);
      if (!bodies.is_free(object)) continue;
      const std::size_t group = object / body_group;
      if (seen[group] == static_cast<std::int64_t>(c)) continue;
      seen[group] = static_cast<std::int64_t>(c);
      ++schedule.chunks_of_group[group];
      schedule.group_list.push_back(static_cast<std::uint32_t>(group));
    }
    chunk.last_group = static_cast<std::int64_t>(schedule.group_list.size());
  }
  for (std::size_t g = 0; g < bodies.group_count(); ++g) {
    if (schedule.chunks_of_group[g] == 0) {
      schedule.unpaired_groups.push_back(static_cast<std::uint32_t>(g));
    }
  }
}

}  // namespace

ContactSchedule make_schedule(const BodyTable& bodies, std::vector<PairBlock>& blocks) {
  for (PairBlock& block : blocks) {
    block.accumulator_a.resize(block.size());
    block.accumulator_b.resize(block.size());
  }
  ContactSchedule schedule;
  schedule.chunks = cut_blocks(bodies, blocks);
  const std::vector<std::int32_t> object_of =
      number_accumulators(bodies.object_count(), schedule, blocks);
  list_accumulators(bodies.object_count(), object_of, schedule);
  list_groups(bodies, object_of, schedule);
  return schedule;
}

}  // namespace talus
