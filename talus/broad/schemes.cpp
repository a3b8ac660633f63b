#include "talus/broad/schemes.h"

#include <array>

#include "talus/broad/pair_finder.h"
#include "talus/broad/published/adaptive_grid.h"
#include "talus/broad/published/body_cells.h"
#include "talus/broad/published/brute_force.h"
#include "talus/broad/published/grid.h"
#include "talus/broad/published/heapsort.h"
#include "talus/broad/published/octree.h"

namespace talus::broad {
namespace {

constexpr std::array list{
    Scheme{"size-rows", "Talus; classes of sizes, each in sorted rows", size_rows},
    Scheme{"heapsort", "P4 section 2.3", heapsort},
    Scheme{"grid", "P4 section 2.2", grid},
    Scheme{"adaptive-grid", "P4 section 2.2", adaptive_grid},
    Scheme{"octree", "P4 section 2.2", octree},
    Scheme{"body-cells", "P4 section 2.2", body_cells},
    Scheme{"brute-force", "P4 section 2", brute_force},
};

}  // namespace

std::span<const Scheme> schemes() { return list; }

const Scheme* find_scheme(std::string_view name) {
  if (name == "auto") return &list.front();
  for (const Scheme& scheme : list) {
    if (scheme.name == name) return &scheme;
  }
  return nullptr;
}

PairList find_pairs(const Scene& scene, int threads) {
  check(scene);
  PairList pairs;
  Work work;
  list.front().find(scene, threads, pairs, work);
  return pairs;
}

}  // namespace talus::broad
