#include "talus/packing/packing_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "talus/error.h"
#include "talus/packing/envelope.h"
#include "talus/shape.h"

namespace talus {
namespace {

constexpr std::int64_t most_bodies = 100'000'000;  // a choice: their poses take 6 GB
// Boxes that a body may reach over. A choice: a body of ten has 17,000 images beside it.
constexpr int most_boxes = 10;

double total(std::span<const double> shares) {
  return std::accumulate(shares.begin(), shares.end(), 0.0);
}

std::vector<double> shares_of(const std::vector<PackingPart>& parts) {
  std::vector<double> shares;
  for (const PackingPart& part : parts) shares.push_back(part.share);
  return shares;
}

void check(const PackingSettings& settings) {
  if (!(settings.volume_fraction > 0.0 && settings.volume_fraction < 1.0)) {
    throw PackingError(
        fmt::format("volume_fraction: must be > 0 and < 1, got {}", settings.volume_fraction));
  }
  if (!(settings.box_length > 0.0 && std::isfinite(settings.box_length))) {
    throw PackingError(
        fmt::format("box_length: must be finite and > 0, got {}", settings.box_length));
  }
  if (settings.max_attempts < 1) {
    throw PackingError(
        fmt::format("max_attempts: must be at least 1, got {}", settings.max_attempts));
  }
  for (std::size_t i = 0; i < settings.parts.size(); ++i) {
    const Envelope envelope = envelope_of(settings.parts[i].shape);
    const double inner = 2.0 * envelope.inner_radius, outer = envelope.outer_radius;
    if (!(outer <= most_boxes * settings.box_length)) {
      throw PackingError(
          fmt::format("box_length: {} is too small, since parts[{}] reaches {:.6g} from its "
                      "middle, more than {} "
                      "boxes",
                      settings.box_length, i, outer, most_boxes));
    }
    if (inner >= settings.box_length) {
      throw PackingError(fmt::format(
          "box_length: {} is too small, since parts[{}] contains a ball of diameter {} and would "
          "overlap its own image",
          settings.box_length, i, inner));
    }
  }
}

}  // namespace

std::vector<double> volumes_of(const std::vector<PackingPart>& parts) {
  if (parts.empty()) throw PackingError("parts: at least one shape is needed, got none");
  std::vector<double> volumes;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Kind kind = kind_of(parts[i].shape);
    if (kind == Kind::half_space || kind == Kind::segment || kind == Kind::mesh) {
      throw PackingError(fmt::format(
          "parts[{}].shape: a {} {}; known shapes: sphere, ellipsoid, "
          "superquadric, polyhedron",
          i, name_of(kind),
          kind == Kind::mesh ? "cannot be packed in this version" : "has no volume to pack"));
    }
    if (!(parts[i].share > 0.0 && std::isfinite(parts[i].share))) {
      throw PackingError(
          fmt::format("parts[{}].share: must be finite and > 0, got {}", i, parts[i].share));
    }
    try {
      volumes.push_back(mass_properties(parts[i].shape).volume);
    } catch (const ShapeError& error) {
      throw PackingError(fmt::format("parts[{}].shape: {}", i, error.what()));
    }
  }
  return volumes;
}

double mean_volume(const std::vector<PackingPart>& parts) {
  const std::vector<double> volumes = volumes_of(parts), shares = shares_of(parts);
  return std::inner_product(shares.begin(), shares.end(), volumes.begin(), 0.0) / total(shares);
}

std::vector<std::int64_t> apportioned(std::span<const double> shares, std::int64_t count) {
  const double sum = total(shares);
  std::vector<std::int64_t> counts(shares.size());
  std::vector<double> remainder(shares.size());
  std::int64_t left = count;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double exact = static_cast<double>(count) * (shares[i] / sum);
    counts[i] = static_cast<std::int64_t>(std::floor(exact));
    remainder[i] = exact - std::floor(exact);
    left -= counts[i];
  }
  std::vector<std::size_t> order(shares.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t p, std::size_t q) { return remainder[p] > remainder[q]; });
  for (std::size_t k = 0; left > 0; k = (k + 1) % order.size(), --left) ++counts[order[k]];
  return counts;
}

std::vector<std::int64_t> fewest_filling(std::span<const double> shares,
                                         std::span<const double> volumes, double volume) {
  const double mean =
      std::inner_product(shares.begin(), shares.end(), volumes.begin(), 0.0) / total(shares);
  const double bodies = volume / mean;
  if (!(bodies <= static_cast<double>(most_bodies))) {
    throw PackingError(
        fmt::format("{:.3g} bodies are needed; at most {} are allowed", bodies, most_bodies));
  }
  // A fraction computed from a number of bodies must give that number back despite rounding.
  constexpr double enough = 1.0 - 1e-12;
  for (auto count = std::max<std::int64_t>(1, static_cast<std::int64_t>(bodies * enough));;
       ++count) {
    std::vector<std::int64_t> counts = apportioned(shares, count);
    double filled = 0.0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      filled += static_cast<double>(counts[i]) * volumes[i];
    }
    if (filled >= volume * enough) return counts;
  }
}

std::vector<std::int64_t> body_counts(const PackingSettings& settings) {
  const std::vector<double> volumes = volumes_of(settings.parts);
  check(settings);
  const double volume =
      settings.volume_fraction * settings.box_length * settings.box_length * settings.box_length;
  try {
    return fewest_filling(shares_of(settings.parts), volumes, volume);
  } catch (const PackingError& error) {
    throw PackingError(fmt::format("volume_fraction: {} of a cube of side {}: {}",
                                   settings.volume_fraction, settings.box_length, error.what()));
  }
}

}  // namespace talus
