#include "talus/broad/skin_life.h"

#include <algorithm>

namespace talus::broad {
namespace {

double cube(double x) { return x * x * x; }

// c of pairs * (1 + c * planned)^3 = candidates, by halving: no function that rounds differently
// elsewhere.
double growth_per_step(const SkinHistory& h) {
  const double ratio = h.candidates / std::max(h.pairs, 1.0);
  if (!(ratio > 1)) return 0;
  double low = 0, high = ratio;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (cube(1 + middle) < ratio ? low : high) = middle;
  }
  return low / h.planned;
}

}  // namespace

double best_life(const SkinHistory& h) {
  const double growth = growth_per_step(h);
  // Lists end early when bodies get faster than they were; a plan that held is not made longer.
  const double held = std::clamp(h.lived / h.planned, 0.1, 1.0);
  double best = 1, least = 0;
  for (double life = std::max(1.0, h.planned / 4); life <= 4 * h.planned; life *= 1.0625) {
    const double lived = std::max(1.0, held * life);
    const double cost =
        h.search_cost / lived + h.candidate_cost * std::max(h.pairs, 1.0) * cube(1 + growth * life);
    if (least != 0 && cost >= least) continue;
    least = cost;
    best = life;
  }
  return std::min(best, longest_life);
}

}  // namespace talus::broad
