// The fast path for eight pairs, for one instruction set (cmake/simd.cmake). Only the entry points
// leave the renamed namespace.
#define TALUS_PACK_IS_ONE_REGISTER
#include "talus/narrow/batch_kernels/batch_block_packs.h"
#include "talus/narrow/sphere_superquadric/sphere_superquadric_closest_point.h"

namespace talus::sphere_superquadric {
namespace {

TALUS_INLINE CentreAndBody<Pack> pair_of(const BatchBlock& block, const PairFrame& f, int first) {
  const Superquadric<Pack> b = load_superquadric(block.body_b, first);
  return centre_and_body(b.semi_axes, b.n1, b.n2, centre_in_b(f.b_in_a));
}

TALUS_INLINE unsigned answer(const PairFrame& f, const CentreAndBody<Pack>& pair, BatchBlock& block,
                             int first) {
  const Pack radius = load_radius(block.body_a, first);
  const CachedPoints last = load_cached_points(block, first);
  const closest_point::ClosestPoint<Pack> closest_point = closest_point_of_centre(pair, last.b);
  store_raw_contact(raw_contact_at(pair, closest_point, radius, f.b_in_a), f,
                    larger(pair.body.size, radius), block, first);
  store_cached_points(last.a, closest_point.k, block, first);
  return bits_of(closest_point.closed) << first;
}

}  // namespace
}  // namespace talus::sphere_superquadric

// Bit i of the result: the answer of pair i is closed.
extern "C" [[gnu::flatten]] unsigned TALUS_SIMD_ENTRY(talus_sphere_superquadric_contact)(
    void* batch_block) {
  using namespace talus;
  using namespace talus::sphere_superquadric;
  BatchBlock& block = *static_cast<BatchBlock*>(batch_block);
  unsigned closed = 0;
  for (int first = 0; first < batch_size; first += pack_size) {
    const PairFrame f = load_frame(block, first);
    closed |= answer(f, pair_of(block, f, first), block, first);
  }
  return closed;
}

// Bit i of the result: pair i is proven to be farther apart than the gap. Packs in which a pair is
// not proven are solved; bit i of `closed` then marks the valid answers.
extern "C" [[gnu::flatten]] unsigned TALUS_SIMD_ENTRY(talus_sphere_superquadric_gap)(
    void* batch_block, unsigned* closed) {
  using namespace talus;
  using namespace talus::sphere_superquadric;
  BatchBlock& block = *static_cast<BatchBlock*>(batch_block);
  constexpr unsigned all = (1u << pack_size) - 1;
  unsigned apart = 0;
  *closed = 0;
  for (int first = 0; first < batch_size; first += pack_size) {
    const PairFrame f = load_frame(block, first);
    const CentreAndBody<Pack> pair = pair_of(block, f, first);
    const Pack bound = separation_bound(pair, load_radius(block.body_a, first), f.b_in_a,
                                        load_cached_normal(block, first));
    const unsigned proven = bits_of(Pack(block.gap) < bound);
    apart |= proven << first;
    if (proven != all) *closed |= answer(f, pair, block, first);
  }
  return apart;
}
