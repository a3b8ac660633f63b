// The method for eight pairs, for one instruction set. The including source has renamed the
// namespace `talus`, so that nothing compiled here can be taken for another source's: only the two
// names below leave it.
#include "talus/narrow/native/pack_rows.h"
#include "talus/narrow/sphere_ellipsoid/sphere_ellipsoid_secular.h"

namespace talus::sphere_ellipsoid {
namespace {

static_assert(Block::size == pack_size);

TALUS_INLINE unsigned answer(const Framed& f, Block& block) {
  const Pack radius = load_bodies<1>(block.body_a, 0)[0];
  const Vec3<Pack> axes = load_bodies<3>(block.body_b, 0).vector(0);
  const Pack size = size_of(radius, axes, centre_in_b(f.b_in_a));
  const RawContact<Pack> t = secular_raw_contact(radius, axes, f.b_in_a, size);
  store_raw_contact(t, f, size, block, 0);
  return bits_of(t.closed);
}

}  // namespace
}  // namespace talus::sphere_ellipsoid

// Bit i of the result: the answer of pair i is closed.
extern "C" [[gnu::flatten]] unsigned TALUS_NATIVE_CONTACT(void* rows) {
  using namespace talus;
  Block& block = *static_cast<Block*>(rows);
  return sphere_ellipsoid::answer(frame(block, 0), block);
}

// Bit i of the result: pair i is proven to be farther apart than the gap. Where that is not so for
// all pairs, all are answered, and `closed` tells which answers count.
extern "C" [[gnu::flatten]] unsigned TALUS_NATIVE_GAP(void* rows, unsigned* closed) {
  using namespace talus;
  Block& block = *static_cast<Block*>(rows);
  const Framed f = frame(block, 0);
  const Pack bound =
      sphere_ellipsoid::separation_bound(load_bodies<1>(block.body_a, 0)[0],
                                          load_bodies<3>(block.body_b, 0).vector(0), f.b_in_a,
                                          load_guess(block, 0));
  const unsigned apart = bits_of(Pack(block.gap) < bound);
  *closed = apart == 0xff ? 0 : sphere_ellipsoid::answer(f, block);
  return apart;
}
