// One scheme on one set of bodies, in a process of its own: its time, its memory as the system sees
// it, its counts, and an end by force if it takes too long.
#pragma once

#include <cstdint>
#include <optional>

#include "talus/broad/schemes.h"

namespace study::broad {

// The pairs of a search as far as they need to be known: how many, and a sum that does not depend
// on their order.
struct Tally {
  std::uint64_t pairs = 0, sum = 0;
  friend bool operator==(const Tally&, const Tally&) = default;
};

Tally tally_of(const talus::broad::PairList& pairs);

struct Measured {
  double seconds = 0;  // of the processor, from boxes to pairs with no memory kept; the best
  int searches = 0;
  Tally tally;
  talus::broad::Work work;
  std::size_t resident = 0;  // bytes by which the process grew at most, the pair list included
};

// Searches until `enough` seconds are spent or `most` searches done. Nothing if one takes longer
// than `limit` seconds.
std::optional<Measured> measure(const talus::broad::Scheme& scheme,
                                const talus::broad::Scene& scene, int most, double enough,
                                double limit);

double processor_seconds();

}  // namespace study::broad
