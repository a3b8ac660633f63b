// The neighbour list before a search. Pairs of the new list take over what they kept: history,
// caches and bounds.
#pragma once

#include <vector>

#include "talus/contact/pair_block.h"

namespace talus {

class PreviousPairs {
 public:
  // `slot_before` maps the present slots of objects to those of the list; -1: the object was not
  // there, or its pairs keep nothing.
  PreviousPairs(NeighbourList list, const std::vector<std::int32_t>& slot_before);

  // Moves the state of the block's pairs, whose images have these shifts, into the block.
  void move_to(PairBlock& block, const std::vector<Vec3<double>>& shift);

 private:
  struct PairIndex {
    std::uint32_t block{}, pair{};
  };
  const PairIndex* find(const PairBlock& block, std::size_t k,
                        const std::vector<Vec3<double>>& shift) const;

  NeighbourList list_;
  const std::vector<std::int32_t>& slot_before_;
  std::vector<std::int64_t> start_;  // by first body: its pairs in index_
  std::vector<PairIndex> index_;
};

}  // namespace talus
