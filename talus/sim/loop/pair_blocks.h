// Candidate pairs sorted into blocks by the kinds of their shapes, and what pairs of the last list
// remember carried over to the new one.
#pragma once

#include <array>
#include <vector>

#include "talus/sim/loop/state.h"

namespace talus {

// A triangle of a mesh wall near a body.
struct NearTriangle {
  std::int32_t body{}, wall{}, triangle{};
  Vec3<double> shift{};  // by which the wall is moved to meet the body
};

class PairBlocks {
 public:
  explicit PairBlocks(const LoopState& s);

  // Not two bodies of which neither is free.
  void add(std::int32_t a, std::int32_t b, Vec3<double> shift);
  // Sorts the list.
  void add_walls(std::vector<NearTriangle>& near);

  // In the order of kinds, bodies before walls, with room for what is remembered.
  std::vector<PairBlock> finish();

 private:
  Kind kind(std::int32_t i) const { return kind_of(s_.bodies.shape(static_cast<std::size_t>(i))); }
  PairBlock& block_for(Kind a, Kind b, bool walls);
  void add_pair(PairBlock& block, std::int32_t a, std::int32_t b, const Vec3<double>& shift);

  const LoopState& s_;
  std::vector<PairBlock> blocks_;
  std::array<int, 2 * kind_count * kind_count> place_{};
};

// The last list: pairs are found through the slots of their first body.
class LastPairs {
 public:
  LastPairs(std::vector<PairBlock> blocks, std::vector<std::int64_t> adjacency_start,
            std::vector<std::uint32_t> adjacency)
      : blocks_(std::move(blocks)),
        start_(std::move(adjacency_start)),
        adjacency_(std::move(adjacency)) {}

  // Takes over what the pairs of the block remembered.
  void give_to(PairBlock& block);

 private:
  PairBlock* find(const PairBlock& block, std::size_t k, std::size_t& place);

  std::vector<PairBlock> blocks_;
  std::vector<std::int64_t> start_;
  std::vector<std::uint32_t> adjacency_;
};

}  // namespace talus
