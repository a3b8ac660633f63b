// Random arrays of bodies without overlap in a periodic cube, by random sequential adsorption: P1
// section 4.1.1. Each body in turn is tried at random positions and orientations until it overlaps
// none of those before it.
//
// Attempt k draws its numbers from a stream of its own, made from the seed and k, so that the array
// is defined by the seed alone: no shortcut by which an attempt is refused changes it. The numbers
// are the same on every machine (talus/packing/random.h).
//
// Bodies count as apart when the production contact proves it (lower > 0); anything else is an
// overlap.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <vector>

#include "talus/shape/bodies.h"

namespace talus {

// One shape of a mix. Shares are numbers of bodies relative to each other; they need not add to 1.
// A distribution of sizes is several parts (talus/packing/size_classes.h).
struct PackingPart {
  Shape shape;
  double share = 1.0;
};

struct PackingSettings {
  std::vector<PackingPart> parts;
  double volume_fraction{};  // of the bodies in the cube
  double box_length{};       // side of the cube, in the unit of the shapes
  std::uint64_t seed = 1;
  // Attempts in a row without success after which the array counts as full.
  std::int64_t max_attempts = 20'000'000;
};

struct Packing {
  // In the order of insertion, the largest part first; positions in [0, box_length).
  Bodies bodies;
  double box_length{};
  double volume_fraction{};         // reached
  double wanted_volume_fraction{};  // PackingSettings::volume_fraction
  std::int64_t wanted_count{};      // bodies needed for it
  std::int64_t attempts{};          // in total
  std::uint64_t seed{};
  // Whether all bodies were placed; if not, the array jammed: max_attempts in a row failed.
  bool complete() const { return static_cast<std::int64_t>(bodies.size()) == wanted_count; }
};

// Thrown for invalid settings; the message names the value.
class PackingError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

struct PackingProgress {
  std::int64_t placed{}, total{}, attempts{};
  double volume_fraction{};
};

// Called every few thousand attempts and at the end. An exception ends the packing and propagates.
using PackingListener = std::function<void(const PackingProgress&)>;

// The number of bodies of each part: the fewest in the given shares (rounded to whole bodies by
// the largest remainders) that fill the volume fraction. Throws PackingError as pack does.
std::vector<std::int64_t> body_counts(const PackingSettings& settings);

// The diameter of the ball that has the mean volume of the mix: D_eq of P1 where all bodies are
// equal. Throws PackingError as pack does.
double mean_diameter(const std::vector<PackingPart>& parts);

// Throws PackingError for settings that make no sense.
Packing pack(const PackingSettings& settings, const PackingListener& listener = {});

}  // namespace talus
