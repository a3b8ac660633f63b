// Who takes part in the bench of the broad phase: each is given boxes and gives back the pairs that
// overlap, from nothing, as in the first step of a simulation.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "talus/broad/scene.h"

namespace bench::broad {

using Boxes = std::span<const talus::BoundingBox<double>>;

// The pairs of one search, as far as they need to be known: how many, and a sum over all of them
// that does not depend on their order.
struct Tally {
  std::uint64_t count = 0, sum = 0;

  void add(std::uint32_t a, std::uint32_t b);
  friend bool operator==(const Tally&, const Tally&) = default;
};

struct Trial {
  double seconds = 0;         // of processor time, from boxes to pairs
  double search_seconds = 0;  // of that without building; 0 where there is no such part
  Tally tally;
  std::uint64_t tests = 0;
};

struct Contender {
  std::string_view name;
  std::string_view what;
  // Larger scenes are left out: it grows too fast for them.
  int most;
  Trial (*run)(Boxes boxes);
};

Trial run_talus(Boxes boxes);
Trial run_fcl(Boxes boxes);
Trial run_bullet_tree(Boxes boxes);
Trial run_bullet_sweep(Boxes boxes);
Trial run_cgal(Boxes boxes);

// Structure and pairs, in memory of its own, so that what a larger scene has left behind does not
// count.
double talus_bytes_per_body(Boxes boxes);

// Bodies among each other and with walls, which are not paired with walls.
Trial run_talus_with_walls(Boxes boxes, int bodies);
Trial run_cgal_with_walls(Boxes boxes, int bodies);

// Talus first.
std::span<const Contender> contenders();

double processor_seconds();
double wall_seconds();

}  // namespace bench::broad
