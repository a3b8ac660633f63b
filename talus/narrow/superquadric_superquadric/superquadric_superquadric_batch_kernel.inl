// The fast path for eight pairs, for one instruction set (cmake/simd.cmake). Only the entry points
// leave the renamed namespace.
#define TALUS_PACK_IS_ONE_REGISTER
#include "talus/narrow/batch_kernels/batch_block_packs.h"
#include "talus/narrow/superquadric_superquadric/superquadric_separation_bound.h"
#include "talus/narrow/superquadric_superquadric/surface_pair_contact.h"

namespace talus::superquadric_superquadric {
namespace {

TALUS_INLINE SuperquadricPair<Pack> superquadric_pair_of(const BatchBlock& block,
                                                         const PairFrame& f, int first) {
  const Superquadric<Pack> a = load_superquadric(block.body_a, first),
                           b = load_superquadric(block.body_b, first);
  return superquadric_pair(a.semi_axes, b.semi_axes, PairOf<Pack>(a.n1, b.n1),
                           PairOf<Pack>(a.n2, b.n2), f.b_in_a);
}

TALUS_INLINE unsigned answer(const PairFrame& f, const SuperquadricPair<Pack>& pair,
                             BatchBlock& block, int first) {
  const CachedPoints last = load_cached_points(block, first);
  const NewtonStart<Pack> start = newton_start(pair, last.a, last.b);
  const double tolerance = search_tolerance(block.tolerance);
  const PairContact<Pack> m =
      pair_contact(pair, solve_surface_pair(pair, start.k, start.max_evaluations, tolerance));
  store_raw_contact(m.contact, f, pair.size, block, first);
  store_cached_points(of_a(m.k), of_b(m.k), block, first);
  return bits_of(m.contact.closed) << first;
}

}  // namespace
}  // namespace talus::superquadric_superquadric

// Bit i of the result: the answer of pair i is closed.
extern "C" [[gnu::flatten]] unsigned TALUS_SIMD_ENTRY(talus_superquadric_superquadric_contact)(
    void* batch_block) {
  using namespace talus;
  using namespace talus::superquadric_superquadric;
  BatchBlock& block = *static_cast<BatchBlock*>(batch_block);
  unsigned closed = 0;
  for (int first = 0; first < batch_size; first += pack_size) {
    const PairFrame f = load_frame(block, first);
    closed |= answer(f, superquadric_pair_of(block, f, first), block, first);
  }
  return closed;
}

// Bit i of the result: pair i is proven to be farther apart than the gap. Packs in which a pair is
// not proven are solved; bit i of `closed` then marks the valid answers.
extern "C" [[gnu::flatten]] unsigned TALUS_SIMD_ENTRY(talus_superquadric_superquadric_gap)(
    void* batch_block, unsigned* closed) {
  using namespace talus;
  using namespace talus::superquadric_superquadric;
  BatchBlock& block = *static_cast<BatchBlock*>(batch_block);
  constexpr unsigned all = (1u << pack_size) - 1;
  unsigned apart = 0;
  *closed = 0;
  for (int first = 0; first < batch_size; first += pack_size) {
    const PairFrame f = load_frame(block, first);
    const SuperquadricPair<Pack> pair = superquadric_pair_of(block, f, first);
    const Pack bound = separation_bound(pair, load_cached_normal(block, first));
    const unsigned proven = bits_of(Pack(block.gap) < bound);
    apart |= proven << first;
    if (proven != all) *closed |= answer(f, pair, block, first);
  }
  return apart;
}
