// The targets of the time loop, on the beds that were measured.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "bench/dem/result.h"

namespace bench::dem {
namespace {

const Rate* rate_of(const Result& result, const std::string& program) {
  for (const Row& row : result.rows) {
    for (const Rate& rate : row.rates) {
      if (rate.program == program) return &rate;
    }
  }
  return nullptr;
}

std::string in_words(double ratio, const Rate& own, const Rate& peer) {
  return fmt::format("{:.3g}x ({:.3g} and {:.3g} million particle-steps/s)", ratio,
                     1e-6 * own.particle_steps(), 1e-6 * peer.particle_steps());
}

void add_rates(const Result& result, std::vector<Target>& targets) {
  const Rate* liggghts = rate_of(result, "liggghts");
  const Rate* yade = rate_of(result, "yade");
  for (const Row& row : result.rows) {
    const bool polyhedra = row.grain == Grain::polyhedron;
    const Rate* peer = polyhedra ? yade : liggghts;
    if (peer == nullptr || row.rates.empty()) continue;
    const double required = polyhedra ? 200.0 : row.grain == Grain::sphere ? 1.0 : 0.4;
    const Rate& own = row.rates.front();
    const double ratio = own.particle_steps() / peer->particle_steps();
    const std::string whose =
        polyhedra ? "YADE's rate"
                  : "LIGGGHTS' rate" + std::string(required < 1 ? " of spheres" : "");
    targets.push_back({row.bed + " over " + whose, fmt::format("at least {}x", required),
                       in_words(ratio, own, *peer), ratio >= required});
  }
}

void add_growth(const Result& result, std::vector<Target>& targets) {
  if (result.growth.size() < 2) return;
  const auto by_cost = [](const Rate& p, const Rate& q) {
    return p.nanoseconds() < q.nanoseconds();
  };
  const auto [least, most] =
      std::minmax_element(result.growth.begin(), result.growth.end(), by_cost);
  const double ratio = most->nanoseconds() / least->nanoseconds();
  targets.push_back(
      {fmt::format("cost of a particle-step, {} to {} spheres", result.growth.front().grains,
                   result.growth.back().grains),
       "within 30 %",
       fmt::format("{:.0f} % ({:.0f} ns at {}, {:.0f} ns at {})", 100 * (ratio - 1),
                   least->nanoseconds(), least->grains, most->nanoseconds(), most->grains),
       ratio <= 1.3});
}

void add_memory(const Result& result, std::vector<Target>& targets) {
  const auto add = [&](const std::string& bed, const Rate& rate, double limit) {
    const double most = std::max(rate.bytes_per_grain, rate.resident_per_grain);
    targets.push_back({fmt::format("memory per grain, {} {}", rate.grains, bed),
                       fmt::format("below {} bytes", limit),
                       fmt::format("{:.0f} counted, {:.0f} resident", rate.bytes_per_grain,
                                   rate.resident_per_grain),
                       most < limit});
  };
  for (const Row& row : result.rows) {
    add(row.bed, row.rates.front(), row.grain == Grain::sphere ? 1000 : 2000);
  }
  if (!result.growth.empty()) add("spheres", result.growth.back(), 1000);
}

}  // namespace

std::vector<Target> targets_of(const Result& result) {
  std::vector<Target> targets;
  add_rates(result, targets);
  add_growth(result, targets);
  add_memory(result, targets);
  return targets;
}

void write_targets(std::ostream& out, const std::vector<Target>& targets) {
  out << "| target | required | measured | |\n| --- | --- | --- | --- |\n";
  for (const Target& t : targets) {
    out << fmt::format("| {} | {} | {} | {} |\n", t.what, t.required, t.measured,
                       t.met ? "met" : "missed");
  }
}

}  // namespace bench::dem
