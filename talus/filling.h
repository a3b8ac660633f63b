/// @file
/// Grains at random positions in a region of a setup, none overlapping another, a wall or a body
/// that is there already: random sequential insertion as in talus/packing.h, into a box or a
/// cylinder, open or periodic, for any mix of shapes. SI units.
///
/// Attempt k draws its numbers from a stream of its own, seeded by the seed and k: the same seed
/// gives the same grains on every machine. Two bodies count as apart if their bounding spheres are,
/// or if the production contact proves it (lower > 0). For a mesh its convex hull is tested, and at
/// a mesh wall the bounding sphere of the grain, so that these keep a little more distance than
/// necessary.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "talus/error.h"
#include "talus/flow.h"
#include "talus/setup.h"

namespace talus {

/// The region that grains are placed in: a box or a cylinder.
using FillRegion = Region;

/// What to fill in. Exactly one of count, mass and volume_fraction is set.
struct FillSettings {
  std::string name;                       ///< The grains are called "name 0", "name 1", ...
  std::vector<FillPart> parts;            ///< The mix; at least one.
  FillRegion region;                      ///< Where.
  std::optional<std::int64_t> count;      ///< Number of grains.
  std::optional<double> mass;             ///< Of all grains, kg.
  std::optional<double> volume_fraction;  ///< Of the region, 0 to 1.
  std::int32_t material{};                ///< Index into Setup::materials.
  Vec3<double> velocity{};                ///< At the start, m/s.
  Vec3<double> angular_velocity{};        ///< At the start, rad/s, world frame.
  double gap{};                           ///< Least distance from everything, m.
  std::uint64_t seed = 1;                 ///< Defines the positions.
  /// Attempts in a row without success after which the region counts as full.
  std::int64_t max_attempts = 200'000;
};

/// How far a filling is.
struct FillProgress {
  std::int64_t placed{};  ///< Grains so far.
  std::int64_t total{};   ///< Grains in the end.
};

/// @param setup With the shapes and materials of the grains.
/// @param settings What to fill in.
/// @return The number of grains of each part.
/// @throws FillError for settings that are not valid.
std::vector<std::int64_t> grain_counts(const Setup& setup, const FillSettings& settings);

/// Adds grains to a setup, numbered along a space-filling curve.
/// @param setup Changed; with the shapes and materials of the grains.
/// @param settings What to fill in.
/// @param listener Receives the progress in the calling thread; may be empty. An exception ends the
///   filling and is passed on.
/// @throws FillError if not all grains were placed; the setup is then unchanged.
void fill(Setup& setup, const FillSettings& settings,
          const std::function<void(const FillProgress&)>& listener = {});

}  // namespace talus
