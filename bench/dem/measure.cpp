#include "bench/dem/measure.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>

#include "talus/simulation.h"

namespace bench::dem {
namespace {

// Of a pass, as between two lines of a series: what users see is written at its ends only.
constexpr int fewest_steps = 100;

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double all{}, resident{};
  file >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double seconds_of(talus::Simulation& simulation, int steps) {
  const auto start = std::chrono::steady_clock::now();
  simulation.step(steps);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double contacts_per_grain(const talus::Simulation& simulation) {
  const talus::ContactTable& contacts = simulation.contacts();
  const auto is_grain = [&](std::int32_t i) {
    return simulation.motion().freedom[static_cast<std::size_t>(i)] == talus::Freedom::free;
  };
  double sides = 0, grains = 0;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if (is_grain(contacts.a[k]) && is_grain(contacts.b[k])) sides += 2;
  }
  for (const talus::Freedom f : simulation.motion().freedom) grains += f == talus::Freedom::free;
  return sides / grains;
}

}  // namespace

Rate measure_talus(talus::Setup bed, const Passes& passes) {
  malloc_trim(0);
  // The bed itself becomes part of the simulation.
  const double before = resident_bytes();
  Rate rate;
  rate.program = "talus";
  rate.grains = grain_count(bed);
  double own = 0;
  for (const std::string& name : bed.name) own += static_cast<double>(sizeof name);
  own += static_cast<double>(bed.bodies.size() *
                             (sizeof(talus::Pose<double>) + 2 * sizeof(std::int32_t) +
                              2 * sizeof(talus::Vec3<double>) + sizeof(talus::Freedom)));
  talus::Simulation simulation(std::move(bed));
  const int warm = std::max(1, passes.relax);
  const double one = seconds_of(simulation, warm) / warm;
  rate.steps = std::max(fewest_steps, static_cast<int>(passes.seconds / one));
  const std::vector<std::pair<std::string, double>> earlier = simulation.profile().part;
  rate.seconds = 1e300;
  for (int i = 0; i < passes.count; ++i) {
    rate.seconds = std::min(rate.seconds, seconds_of(simulation, rate.steps));
  }
  const auto count = static_cast<double>(rate.grains);
  malloc_trim(0);
  rate.resident_per_grain = (resident_bytes() - before + own) / count;
  rate.bytes_per_grain = static_cast<double>(simulation.bytes()) / count;
  rate.contacts_per_grain = contacts_per_grain(simulation);
  rate.parts = simulation.profile().part;
  for (auto& [name, seconds] : rate.parts) {
    for (const auto& [same, until] : earlier) {
      if (same == name) seconds -= until;
    }
  }
  return rate;
}

}  // namespace bench::dem
