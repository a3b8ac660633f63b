// Keeps those pairs of a list that a question says to keep, in their order, with any number of
// threads.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "talus/broad/scene.h"

namespace talus::broad {

// keep(i) is asked once for every pair, by several threads at a time. Where `kept` is given it
// becomes the places of the kept pairs in the old list, for whatever else the caller holds per
// pair.
void filter_pairs(PairList& pairs, int threads, const std::function<bool(std::size_t)>& keep,
                  std::vector<std::uint32_t>* kept = nullptr);

}  // namespace talus::broad
