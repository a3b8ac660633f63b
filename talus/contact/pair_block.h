// Neighbours of the same two kinds of shapes: the pairs that may touch until the next neighbour
// search, in flat arrays, with what each remembers from step to step.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/contact/slider.h"
#include "talus/narrow/pair.h"
#include "talus/narrow/surface_contacts.h"
#include "talus/shape/shape.h"

namespace talus {

// What a contact point remembers.
struct PointMemory {
  double radius{};  // R* since the contact began; 0: no contact
  Slider friction;
  Vec3<double> dashpot{};  // N, the force of its dashpots on b
};

// One of several points of a pair: of a surface in contact (talus/narrow/surface_contacts.h), or a
// face, crease or corner of a mesh wall (talus/narrow/wall_contacts.h).
struct KeyedPoint {
  std::int64_t key{};
  PointMemory memory;
  Slider rolling;
};

struct PairBlock {
  Kind kind_a{}, kind_b{};          // kind_a <= kind_b
  bool walls{};                     // b are mesh walls, numbered after the bodies
  std::int64_t first{};             // slot of its first pair among those of all blocks
  std::vector<std::int32_t> a, b;   // bodies
  std::vector<Vec3<double>> shift;  // by which b is moved to meet a; empty in an open domain
  std::vector<double> safe_until;   // sum of both bodies' ways up to which they cannot touch
  // Of pairs with one contact point; no rolling without rolling friction, no cache where the
  // contact is a closed form.
  std::vector<PointMemory> point;
  std::vector<Slider> rolling;
  std::vector<Cache<double>> cache;
  // Of pairs with several: meshes and mesh walls.
  std::vector<std::vector<KeyedPoint>> points;
  std::vector<SurfaceCache> surface;  // not of mesh walls
  // Of mesh walls: triangles near the body of pair k are nearby[nearby_start[k]] and on.
  std::vector<std::int64_t> nearby_start;
  std::vector<std::int32_t> nearby;

  std::size_t size() const { return a.size(); }
  bool has_several_points() const { return walls || kind_a == Kind::mesh || kind_b == Kind::mesh; }
};

}  // namespace talus
