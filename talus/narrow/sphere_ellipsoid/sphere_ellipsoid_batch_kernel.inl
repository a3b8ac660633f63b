// The method for eight pairs, for one instruction set (cmake/simd.cmake). Only the entry points
// leave the renamed namespace.
#include "talus/narrow/batch_kernels/batch_block_packs.h"
#include "talus/narrow/sphere_ellipsoid/sphere_ellipsoid_secular.h"

namespace talus::sphere_ellipsoid {
namespace {

static_assert(batch_size == pack_size);

TALUS_INLINE unsigned answer(const PairFrame& f, BatchBlock& block) {
  const Pack radius = load_radius(block.body_a, 0);
  const Vec3<Pack> axes = load_semi_axes(block.body_b, 0);
  const Pack size = size_of(radius, axes, centre_in_b(f.b_in_a));
  const RawContact<Pack> t = secular_raw_contact(radius, axes, f.b_in_a, size);
  store_raw_contact(t, f, size, block, 0);
  return bits_of(t.closed);
}

}  // namespace
}  // namespace talus::sphere_ellipsoid

// Bit i of the result: the answer of pair i is closed.
extern "C" [[gnu::flatten]] unsigned TALUS_SIMD_ENTRY(talus_sphere_ellipsoid_contact)(
    void* batch_block) {
  using namespace talus;
  BatchBlock& block = *static_cast<BatchBlock*>(batch_block);
  return sphere_ellipsoid::answer(load_frame(block, 0), block);
}

// Bit i of the result: pair i is proven to be farther apart than the gap. Where that is not so for
// all pairs, all are answered, and `closed` tells which answers count.
extern "C" [[gnu::flatten]] unsigned TALUS_SIMD_ENTRY(talus_sphere_ellipsoid_gap)(
    void* batch_block, unsigned* closed) {
  using namespace talus;
  BatchBlock& block = *static_cast<BatchBlock*>(batch_block);
  const PairFrame f = load_frame(block, 0);
  const Pack bound = sphere_ellipsoid::separation_bound(load_radius(block.body_a, 0),
                                                        load_semi_axes(block.body_b, 0), f.b_in_a,
                                                        load_cached_normal(block, 0));
  const unsigned apart = bits_of(Pack(block.gap) < bound);
  *closed = apart == 0xff ? 0 : sphere_ellipsoid::answer(f, block);
  return apart;
}
