#include "talus/packing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "talus/math/power.h"
#include "talus/packing/adsorption.h"
#include "talus/packing/packing_check.h"

namespace talus {
namespace {

constexpr std::int64_t attempts_per_report = 4096;

// Parts by volume, the largest first: small bodies fit between large ones.
std::vector<std::size_t> order_of_insertion(const std::vector<double>& volumes) {
  std::vector<std::size_t> order(volumes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t p, std::size_t q) { return volumes[p] > volumes[q]; });
  return order;
}

}  // namespace

double mean_diameter(const std::vector<PackingPart>& parts) {
  return power(6.0 / std::numbers::pi * mean_volume(parts), 1.0 / 3.0);
}

Packing pack(const PackingSettings& settings, const PackingListener& listener) {
  const std::vector<std::int64_t> counts = body_counts(settings);
  const std::vector<double> volumes = volumes_of(settings.parts);
  const double box_volume = settings.box_length * settings.box_length * settings.box_length;

  Packing packing;
  packing.box_length = settings.box_length;
  packing.wanted_volume_fraction = settings.volume_fraction;
  packing.wanted_count = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  packing.seed = settings.seed;
  for (const PackingPart& part : settings.parts) packing.bodies.shapes.push_back(part.shape);

  const auto report = [&] {
    if (!listener) return;
    listener({static_cast<std::int64_t>(packing.bodies.size()), packing.wanted_count,
              packing.attempts, packing.volume_fraction});
  };
  Adsorption adsorption(packing.bodies, settings.box_length, settings.seed, packing.wanted_count);
  const auto place_one = [&] {
    for (std::int64_t left = settings.max_attempts; left > 0;) {
      const std::int64_t until_report =
          attempts_per_report - packing.attempts % attempts_per_report;
      const auto [attempts, found] =
          adsorption.try_to_place(static_cast<std::uint64_t>(packing.attempts),
                                  static_cast<std::uint64_t>(std::min(left, until_report)));
      packing.attempts += static_cast<std::int64_t>(attempts);
      left -= static_cast<std::int64_t>(attempts);
      if (packing.attempts % attempts_per_report == 0) report();
      if (found) return true;
    }
    return false;
  };
  std::vector<std::int64_t> placed(counts.size());
  bool jammed = false;
  for (const std::size_t part : order_of_insertion(volumes)) {
    adsorption.choose_shape(static_cast<std::int32_t>(part));
    while (!jammed && placed[part] < counts[part]) {
      jammed = !place_one();
      if (jammed) break;
      ++placed[part];
      // From the counts, so that rounding does not grow with the number of bodies.
      packing.volume_fraction =
          std::inner_product(placed.begin(), placed.end(), volumes.begin(), 0.0) / box_volume;
    }
  }
  report();
  return packing;
}

}  // namespace talus
