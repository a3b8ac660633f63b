// The fast path for eight pairs, for one instruction set. The including source has renamed the
// namespace `talus`, so that nothing compiled here can be taken for another source's: only the two
// names below leave it.
#include "talus/narrow/ellipsoid_ellipsoid/ellipsoid_separation_bound.h"
#include "talus/narrow/ellipsoid_ellipsoid/fast_newton_contact.h"
#include "talus/narrow/native/pack_rows.h"

namespace talus::ellipsoid_ellipsoid {
namespace {

static_assert(Block::size == pack_size);

TALUS_INLINE EllipsoidPair<Pack> placed(const Block& block, const Framed& f) {
  const auto a = load_bodies<3>(block.body_a, 0), b = load_bodies<3>(block.body_b, 0);
  return ellipsoid_pair(a.vector(0), b.vector(0), f.b_in_a);
}

TALUS_INLINE unsigned answer(const Framed& f, const EllipsoidPair<Pack>& p, const Vec3<Pack>& guess,
                             Block& block) {
  const RawContact<Pack> t = fast_raw_contact(p, guess, !is_direction(guess), block.tolerance);
  store_raw_contact(t, f, larger(max_norm(p.a), max_norm(p.b)), block, 0);
  return bits_of(t.closed);
}

}  // namespace
}  // namespace talus::ellipsoid_ellipsoid

// Bit i of the result: the answer of pair i is closed.
extern "C" [[gnu::flatten]] unsigned TALUS_NATIVE_CONTACT(void* rows) {
  using namespace talus;
  using namespace talus::ellipsoid_ellipsoid;
  Block& block = *static_cast<Block*>(rows);
  const Framed f = frame(block, 0);
  return answer(f, placed(block, f), load_guess(block, 0), block);
}

// Bit i of the result: pair i is proven to be farther apart than the gap. Where that is not so for
// all pairs, all are answered, and `closed` tells which answers count.
extern "C" [[gnu::flatten]] unsigned TALUS_NATIVE_GAP(void* rows, unsigned* closed) {
  using namespace talus;
  using namespace talus::ellipsoid_ellipsoid;
  Block& block = *static_cast<Block*>(rows);
  const Framed f = frame(block, 0);
  const EllipsoidPair<Pack> p = placed(block, f);
  const Vec3<Pack> guess = load_guess(block, 0);
  const unsigned apart =
      bits_of(Pack(block.gap) < separation_bound(p, guess, !is_direction(guess)));
  *closed = apart == 0xff ? 0 : answer(f, p, guess, block);
  return apart;
}
