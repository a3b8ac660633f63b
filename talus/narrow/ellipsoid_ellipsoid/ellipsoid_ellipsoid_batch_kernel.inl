// The fast path for eight pairs, for one instruction set (cmake/simd.cmake). Only the entry points
// leave the renamed namespace.
#include "talus/narrow/batch_kernels/batch_block_packs.h"
#include "talus/narrow/ellipsoid_ellipsoid/ellipsoid_separation_bound.h"
#include "talus/narrow/ellipsoid_ellipsoid/fast_newton_contact.h"

namespace talus::ellipsoid_ellipsoid {
namespace {

static_assert(batch_size == pack_size);

TALUS_INLINE EllipsoidPair<Pack> placed(const BatchBlock& block, const PairFrame& f) {
  return ellipsoid_pair(load_semi_axes(block.body_a, 0), load_semi_axes(block.body_b, 0), f.b_in_a);
}

TALUS_INLINE unsigned answer(const PairFrame& f, const EllipsoidPair<Pack>& p,
                             const Vec3<Pack>& guess, BatchBlock& block) {
  const RawContact<Pack> t = fast_raw_contact(p, guess, !is_direction(guess), block.tolerance);
  store_raw_contact(t, f, larger(max_norm(p.a), max_norm(p.b)), block, 0);
  return bits_of(t.closed);
}

}  // namespace
}  // namespace talus::ellipsoid_ellipsoid

// Bit i of the result: the answer of pair i is closed.
extern "C" [[gnu::flatten]] unsigned TALUS_SIMD_ENTRY(talus_ellipsoid_ellipsoid_contact)(
    void* batch_block) {
  using namespace talus;
  using namespace talus::ellipsoid_ellipsoid;
  BatchBlock& block = *static_cast<BatchBlock*>(batch_block);
  const PairFrame f = load_frame(block, 0);
  return answer(f, placed(block, f), load_cached_normal(block, 0), block);
}

// Bit i of the result: pair i is proven to be farther apart than the gap. Where that is not so for
// all pairs, all are answered, and `closed` tells which answers count.
extern "C" [[gnu::flatten]] unsigned TALUS_SIMD_ENTRY(talus_ellipsoid_ellipsoid_gap)(
    void* batch_block, unsigned* closed) {
  using namespace talus;
  using namespace talus::ellipsoid_ellipsoid;
  BatchBlock& block = *static_cast<BatchBlock*>(batch_block);
  const PairFrame f = load_frame(block, 0);
  const EllipsoidPair<Pack> p = placed(block, f);
  const Vec3<Pack> guess = load_cached_normal(block, 0);
  const unsigned apart =
      bits_of(Pack(block.gap) < separation_bound(p, guess, !is_direction(guess)));
  *closed = apart == 0xff ? 0 : answer(f, p, guess, block);
  return apart;
}
