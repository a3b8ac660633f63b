// Neighbours of the same two kinds of shapes: the pairs that may touch until the next neighbour
// search, in flat arrays, with what each remembers from step to step.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/contact/slider.h"
#include "talus/narrow/pair.h"
#include "talus/shape/shape.h"

namespace talus {

// A sample point of a surface in contact (talus/narrow/surface_contacts.h).
struct PointMemory {
  std::int32_t key{};
  Slider friction;
};

struct PairBlock {
  Kind kind_a{}, kind_b{};          // kind_a <= kind_b
  std::int64_t first{};             // slot of its first pair among those of all blocks
  std::vector<std::int32_t> a, b;   // bodies; b is a wall where `walls`
  std::vector<Vec3<double>> shift;  // by which b is moved to meet a; empty in an open domain
  std::vector<double> safe_until;   // sum of both bodies' ways up to which they cannot touch
  std::vector<double> radius;       // R* since the contact began; 0: no contact
  std::vector<Slider> friction;
  std::vector<Slider> rolling;                   // empty without rolling friction
  std::vector<Cache<double>> cache;              // empty where the contact is a closed form
  std::vector<std::vector<PointMemory>> points;  // of meshes and mesh walls only
  bool walls{};                                  // b counts mesh walls

  std::size_t size() const { return a.size(); }
};

}  // namespace talus
