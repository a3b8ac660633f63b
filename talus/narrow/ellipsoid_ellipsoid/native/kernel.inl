// The fast path for eight pairs, for one instruction set. The including source has renamed the
// namespace `talus`, so that nothing compiled here can be taken for another source's: only the two
// names below leave it.
#include "talus/math/pack.h"
#include "talus/narrow/ellipsoid_ellipsoid/lean_answer.h"
#include "talus/narrow/ellipsoid_ellipsoid/lean_gap.h"
#include "talus/narrow/ellipsoid_ellipsoid/native/block.h"

namespace talus::ellipsoid_ellipsoid {
namespace {

static_assert(Block::size == pack_size);

TALUS_INLINE Vec3<Pack> load(const Block::Row* row) {
  return {Pack::load(row[0]), Pack::load(row[1]), Pack::load(row[2])};
}

TALUS_INLINE Quat<Pack> load_quaternion(const Block::Row* row) {
  return {Pack::load(row[0]), Pack::load(row[1]), Pack::load(row[2]), Pack::load(row[3])};
}

TALUS_INLINE void store(const Vec3<Pack>& v, Block::Row* row) {
  v.x.store(row[0]);
  v.y.store(row[1]);
  v.z.store(row[2]);
}

// The pairs in the frame of their first bodies.
struct Framed {
  Mat3<Pack> rotation;
  Vec3<Pack> position;
  Placed<Pack> placed;
  Vec3<Pack> guess;
  PackMask cold;
};

TALUS_INLINE Framed frame(const Block& block) {
  const Pose<Pack> a{load(block.position_a), load_quaternion(block.orientation_a)};
  const Pose<Pack> b{load(block.position_b), load_quaternion(block.orientation_b)};
  Framed f;
  f.rotation = rotation_of(a.orientation);
  f.position = a.position;
  f.placed = place(load(block.axes_a), load(block.axes_b), relative_pose(a, f.rotation, b));
  f.guess = load(block.guess);
  f.cold = !is_direction(f.guess);
  return f;
}

TALUS_INLINE unsigned answer(const Framed& f, Block& block) {
  const Touch<Pack> t = lean_touch(f.placed, f.guess, f.cold);
  t.distance.store(block.distance);
  t.lower.store(block.lower);
  t.upper.store(block.upper);
  t.looks.store(block.looks);
  larger(max_norm(f.placed.a), max_norm(f.placed.b)).store(block.radius);
  store(t.normal, block.next_guess);
  store(f.rotation * t.normal, block.normal);
  store(f.rotation * t.point_a + f.position, block.point_a);
  store(f.rotation * t.point_b + f.position, block.point_b);
  return bits_of(t.closed);
}

}  // namespace
}  // namespace talus::ellipsoid_ellipsoid

// Bit i of the result: the answer of pair i is closed.
extern "C" [[gnu::flatten]] unsigned TALUS_NATIVE_CONTACT(void* block) {
  using namespace talus::ellipsoid_ellipsoid;
  Block& b = *static_cast<Block*>(block);
  return answer(frame(b), b);
}

// Bit i of the result: pair i is proven to be farther apart than the gap. Where that is not so for
// all pairs, all are answered, and `closed` tells which answers count.
extern "C" [[gnu::flatten]] unsigned TALUS_NATIVE_GAP(void* block, unsigned* closed) {
  using namespace talus::ellipsoid_ellipsoid;
  Block& b = *static_cast<Block*>(block);
  const Framed f = frame(b);
  const unsigned apart = bits_of(talus::Pack(b.gap) < quick_lower_bound(f.placed, f.guess, f.cold));
  *closed = apart == 0xff ? 0 : answer(f, b);
  return apart;
}
