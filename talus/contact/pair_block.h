// Neighbours of the same two kinds of shapes: the pairs that may touch until the next neighbour
// search, in flat arrays, with what each remembers from step to step.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/contact/cache_table.h"
#include "talus/contact/slider.h"
#include "talus/narrow/surface_contacts.h"
#include "talus/shape/shape.h"

namespace talus {

// What a contact point remembers.
struct PointMemory {
  double radius{};  // R* since the contact began; 0: no contact
  Slider friction;
  Vec3<double> dashpot{};  // N, the force of its dashpots on b
};

// Of a pair that has one point: one line of the cache.
struct alignas(64) PairMemory : PointMemory {};

// One of several points of a pair: of a surface in contact (talus/narrow/surface_contacts.h), or a
// face, crease or corner of a mesh wall (talus/narrow/wall_contacts.h).
struct KeyedPoint {
  std::int64_t key{};
  PointMemory memory;
  Slider rolling;
};

struct PairBlock {
  Kind kind_a{}, kind_b{};           // kind_a <= kind_b
  bool walls{};                      // b are mesh walls, numbered after the bodies
  std::vector<std::int32_t> a, b;    // slots of bodies
  std::vector<std::uint16_t> image;  // of b that a meets, by number; empty in an open domain
  // Which of the shares of their chunk (PairChunk) the forces on a and b are added to.
  std::vector<std::uint16_t> share_a, share_b;
  // Sum of both bodies' ways up to which they cannot touch; empty where asking costs no more.
  std::vector<double> safe_until;
  // Of two spheres: whether the memory of their point holds a contact.
  std::vector<std::uint8_t> in_touch;
  // Of pairs with one contact point; no rolling without rolling friction.
  std::vector<PairMemory> point;
  std::vector<Slider> rolling;
  CacheTable cache;
  // Of pairs with several: meshes and mesh walls.
  std::vector<std::vector<KeyedPoint>> points;
  std::vector<SurfaceCache> surface;  // not of mesh walls
  // Of mesh walls: triangles near the body of pair k are nearby[nearby_start[k]] and on.
  std::vector<std::int64_t> nearby_start;
  std::vector<std::int32_t> nearby;

  std::size_t size() const { return a.size(); }
  bool has_several_points() const { return walls || kind_a == Kind::mesh || kind_b == Kind::mesh; }
  bool touches(std::size_t k) const {
    return has_several_points() ? !points[k].empty() : point[k].radius > 0.0;
  }
};

// Pairs of a block that are close in space, worked on by one thread. What they do to each body
// is summed up in a share of the chunk.
struct PairChunk {
  std::int32_t block{};
  std::int64_t first{}, last{};  // pairs of the block
  std::int64_t first_share{}, last_share{};
  std::int64_t first_group{}, last_group{};  // of its free bodies
};

// What the pairs of a chunk do to one of their bodies: one line of the cache.
struct alignas(64) Share {
  Vec3<double> force{}, torque{};  // N, and N m about its centre of mass
  double fill[2]{};
};

}  // namespace talus
