// Grains at random positions in a region, none overlapping another, a wall or a body of the setup:
// random sequential insertion as in talus/packing/packing.h, into a box or a cylinder, open or
// periodic, among walls, for any mix of shapes.
//
// Attempt k draws its numbers from a stream of its own, made from the seed and k, so that the same
// seed gives the same grains on every machine. Two bodies count as apart when their bounding
// spheres are, or when the production contact proves it (lower > 0); a mesh is tested
// by its convex hull, and a grain at a mesh wall by its bounding sphere, so that these keep a
// little more distance than they need.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "talus/setup/setup.h"

namespace talus {

struct FillRegion {
  enum class Type { box, cylinder };
  Type type = Type::box;
  BoundingBox<double> box{};  // whole grains are inside; they cross the bounds of the domain where
                              // it is periodic and the box as long
  Vec3<double> base{}, axis{0.0, 0.0, 1.0};  // cylinder: middle of the lower end; unit
  double radius{}, height{};

  double volume() const;
  BoundingBox<double> bounds() const;
};

// Grains of one size; those of several variants take turns.
struct FillPart {
  std::vector<std::int32_t> shapes;  // into the setup's table
  double share = 1.0;                // number of grains relative to the other parts
};

struct FillSettings {
  std::string name;  // the grains are called "name 0", "name 1", ...
  std::vector<FillPart> parts;
  FillRegion region;
  // One of these: how many grains, their mass, or the part of the region that they take up.
  std::optional<std::int64_t> count;
  std::optional<double> mass, volume_fraction;
  std::int32_t material{};
  Vec3<double> velocity{}, angular_velocity{};  // at the start
  double gap{};                                 // m, that grains keep from everything
  std::uint64_t seed = 1;
  // Attempts in a row without success after which the region counts as full.
  std::int64_t max_attempts = 200'000;
};

struct FillProgress {
  std::int64_t placed{}, total{};
};

// Thrown if the region is full; the message has the number of grains placed.
class FillError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The number of grains of each part. Throws FillError.
std::vector<std::int64_t> grain_counts(const Setup& setup, const FillSettings& settings);

// Adds the grains to the setup: placed the largest parts first, numbered along a curve through
// space (talus/broad/curve_order.h). Throws FillError; the setup is then as it was.
void fill(Setup& setup, const FillSettings& settings,
          const std::function<void(const FillProgress&)>& listener = {});

}  // namespace talus
