#include "talus/sim/loop/pair_chunks.h"

#include <algorithm>
#include <utility>

namespace talus {
namespace {

// Small enough for threads to share the work evenly where pairs take long, and for the shares to
// fit the innermost cache. At most half of what a number of a share can be.
std::int64_t chunk_size(const PairBlock& block) {
  if (block.has_several_points()) return 16;
  if (block.kind_a == Kind::polyhedron || block.kind_b == Kind::polyhedron) return 64;
  return block.kind_b == Kind::sphere ? largest_chunk : 256;
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

}  // namespace

void make_chunks(LoopState& s) {
  Roster roster(s.object_count());
  std::vector<std::int32_t> object_of;  // share -> object
  s.chunks.clear();
  for (std::size_t b = 0; b < s.blocks.size(); ++b) {
    PairBlock& block = s.blocks[b];
    block.share_a.resize(block.size());
    block.share_b.resize(block.size());
    const auto count = static_cast<std::int64_t>(block.size()), size = chunk_size(block);
    for (std::int64_t first = 0; first < count; first += size) {
      const auto number = static_cast<std::int64_t>(s.chunks.size());
      const auto shares = static_cast<std::int64_t>(object_of.size());
      const std::int64_t last = std::min(first + size, count);
      for (auto k = static_cast<std::size_t>(first); k < static_cast<std::size_t>(last); ++k) {
        block.share_a[k] = roster.number_of(block.a[k], number);
        block.share_b[k] = roster.number_of(block.b[k], number);
      }
      for (const std::int32_t object : roster.take()) object_of.push_back(object);
      s.chunks.push_back({static_cast<std::int32_t>(b), first, last, shares,
                          static_cast<std::int64_t>(object_of.size())});
    }
  }
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

}  // namespace talus
