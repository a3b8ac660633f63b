#include "talus/sim/loop/pair_chunks.h"

#include <algorithm>
#include <utility>

namespace talus {
namespace {

constexpr std::int64_t smallest_chunk = 256;

// Large, because bodies at the border of a chunk have shares in several; but small enough for
// threads to share the work evenly where pairs are few or take long.
std::int64_t chunk_size(const PairBlock& block) {
  if (block.has_several_points()) return 16;
  if (block.kind_a == Kind::polyhedron || block.kind_b == Kind::polyhedron) return 64;
  const auto part = static_cast<std::int64_t>(block.size() / 64);
  return std::clamp(part, smallest_chunk,
                    block.kind_b == Kind::sphere ? largest_chunk : std::int64_t{512});
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
std::int32_t place_of(const LoopState& s, const PairBlock& block, std::size_t pair) {
  const std::int32_t a = block.a[pair], b = block.b[pair];
  if (!s.is_free(static_cast<std::size_t>(a))) return b;
  return s.is_free(static_cast<std::size_t>(b)) ? std::min(a, b) : a;
}

// Chunks of all blocks, those that are close in space close in the list.
void cut_blocks(LoopState& s) {
  s.chunks.clear();
  for (std::size_t b = 0; b < s.blocks.size(); ++b) {
    const auto count = static_cast<std::int64_t>(s.blocks[b].size());
    const std::int64_t size = chunk_size(s.blocks[b]);
    for (std::int64_t first = 0; first < count; first += size) {
      PairChunk chunk;
      chunk.block = static_cast<std::int32_t>(b);
      chunk.first = first;
      chunk.last = std::min(first + size, count);
      s.chunks.push_back(chunk);
    }
  }
  const auto place = [&s](const PairChunk& chunk) {
    return place_of(s, s.blocks[static_cast<std::size_t>(chunk.block)],
                    static_cast<std::size_t>(chunk.first));
  };
  std::stable_sort(s.chunks.begin(), s.chunks.end(),
                   [&](const PairChunk& p, const PairChunk& q) { return place(p) < place(q); });
}

// share -> object.
std::vector<std::int32_t> number_shares(LoopState& s) {
  Roster roster(s.object_count());
  std::vector<std::int32_t> object_of;
  for (std::size_t c = 0; c < s.chunks.size(); ++c) {
    PairChunk& chunk = s.chunks[c];
    PairBlock& block = s.blocks[static_cast<std::size_t>(chunk.block)];
    const auto number = static_cast<std::int64_t>(c);
    for (auto k = static_cast<std::size_t>(chunk.first); k < static_cast<std::size_t>(chunk.last);
         ++k) {
      block.share_a[k] = roster.number_of(block.a[k], number);
      block.share_b[k] = roster.number_of(block.b[k], number);
    }
    chunk.first_share = static_cast<std::int64_t>(object_of.size());
    for (const std::int32_t object : roster.take()) object_of.push_back(object);
    chunk.last_share = static_cast<std::int64_t>(object_of.size());
  }
  return object_of;
}

void list_shares(LoopState& s, const std::vector<std::int32_t>& object_of) {
  s.share = std::vector<Share>(object_of.size());
  s.share_start.assign(s.object_count() + 1, 0);
  for (const std::int32_t i : object_of) ++s.share_start[static_cast<std::size_t>(i) + 1];
  for (std::size_t i = 0; i < s.object_count(); ++i) s.share_start[i + 1] += s.share_start[i];
  s.share_list = std::vector<std::uint32_t>(object_of.size());
  std::vector<std::uint32_t> next(s.share_start.begin(), s.share_start.end() - 1);
  for (std::size_t k = 0; k < object_of.size(); ++k) {
    std::uint32_t& place = next[static_cast<std::size_t>(object_of[k])];
    s.share_list[place++] = static_cast<std::uint32_t>(k);
  }
}

void list_groups(LoopState& s, const std::vector<std::int32_t>& object_of) {
  s.group_list.clear();
  s.group_chunks.assign(s.group_count(), 0);
  std::vector<std::int64_t> seen(s.group_count(), -1);
  for (std::size_t c = 0; c < s.chunks.size(); ++c) {
    PairChunk& chunk = s.chunks[c];
    chunk.first_group = static_cast<std::int64_t>(s.group_list.size());
    for (std::int64_t k = chunk.first_share; k < chunk.last_share; ++k) {
      const auto object = static_cast<std::size_t>(object_of[static_cast<std::size_t>(k)]);
      if (!s.is_free(object)) continue;
      const std::size_t group = object / body_group;
      if (seen[group] == static_cast<std::int64_t>(c)) continue;
      seen[group] = static_cast<std::int64_t>(c);
      ++s.group_chunks[group];
      s.group_list.push_back(static_cast<std::uint32_t>(group));
    }
    chunk.last_group = static_cast<std::int64_t>(s.group_list.size());
  }
  s.loose_groups.clear();
  for (std::size_t g = 0; g < s.group_count(); ++g) {
    if (s.group_chunks[g] == 0) s.loose_groups.push_back(static_cast<std::uint32_t>(g));
  }
  s.held.clear();
  for (std::size_t i = 0; i < s.object_count(); ++i) {
    if (!s.is_free(i)) s.held.push_back(static_cast<std::int32_t>(i));
  }
}

}  // namespace

void make_chunks(LoopState& s) {
  for (PairBlock& block : s.blocks) {
    block.share_a.resize(block.size());
    block.share_b.resize(block.size());
  }
  cut_blocks(s);
  const std::vector<std::int32_t> object_of = number_shares(s);
  list_shares(s, object_of);
  list_groups(s, object_of);
}

}  // namespace talus
