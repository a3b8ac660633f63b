// The rows of a block as packs, and the answers of a kernel as rows. Only for the kernels, which
// rename the namespace.
#pragma once

#include "talus/math/pack.h"
#include "talus/math/pose.h"
#include "talus/narrow/native/block.h"
#include "talus/narrow/touch.h"

#if defined(__SSE2__) && !defined(__CUDACC__)

namespace talus {

static_assert(Block::size % pack_size == 0);

// `first`: the column of the pack's first number.
TALUS_INLINE Vec3<Pack> load_vector(const Block::Row* row, int first) {
  return {Pack::load(row[0] + first), Pack::load(row[1] + first), Pack::load(row[2] + first)};
}

TALUS_INLINE Quat<Pack> load_quaternion(const Block::Row* row, int first) {
  return {Pack::load(row[0] + first), Pack::load(row[1] + first), Pack::load(row[2] + first),
          Pack::load(row[3] + first)};
}

TALUS_INLINE void store_vector(const Vec3<Pack>& v, Block::Row* row, int first) {
  v.x.store(row[0] + first);
  v.y.store(row[1] + first);
  v.z.store(row[2] + first);
}

// The pairs in the frame of their first bodies, and that frame in the world.
struct Framed {
  Mat3<Pack> rotation;
  Vec3<Pack> position;
  RelativePose<Pack> b_in_a;
};

TALUS_INLINE Framed frame(const Block& block, int first) {
  const Pose<Pack> a{load_vector(block.position_a, first),
                     load_quaternion(block.orientation_a, first)};
  const Pose<Pack> b{load_vector(block.position_b, first),
                     load_quaternion(block.orientation_b, first)};
  Framed f;
  f.rotation = rotation_of(a.orientation);
  f.position = a.position;
  f.b_in_a = relative_pose(a, f.rotation, b);
  return f;
}

TALUS_INLINE void store_touch(const Touch<Pack>& t, const Framed& f, const Pack& radius,
                              Block& block, int first) {
  t.distance.store(block.distance + first);
  t.lower.store(block.lower + first);
  t.upper.store(block.upper + first);
  t.looks.store(block.looks + first);
  radius.store(block.radius + first);
  store_vector(t.normal, block.next_guess, first);
  store_vector(f.rotation * t.normal, block.normal, first);
  store_vector(f.rotation * t.point_a + f.position, block.point_a, first);
  store_vector(f.rotation * t.point_b + f.position, block.point_b, first);
}

}  // namespace talus

#endif
