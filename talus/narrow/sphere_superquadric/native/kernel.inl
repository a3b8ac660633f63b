// The fast path for a block of pairs, compiled once per instruction set. The including source renames
// the namespace `talus`, so that the linker cannot merge its functions with those of another
// instruction set: only the two names below are visible outside.
#include "talus/narrow/native/pack_rows.h"
#include "talus/narrow/sphere_superquadric/sphere_superquadric_closest_point.h"

namespace talus::sphere_superquadric {
namespace {

TALUS_INLINE CentreAndBody<Pack> pair_of(const Block& block, const Framed& f, int first) {
  const auto b = load_bodies<5>(block.body_b, first);
  return centre_and_body(b.vector(0), b[3], b[4], centre_in_b(f.b_in_a));
}

TALUS_INLINE unsigned answer(const Framed& f, const CentreAndBody<Pack>& pair, Block& block,
                             int first) {
  const Pack radius = load_bodies<1>(block.body_a, first)[0];
  const LastSurfaceParams last = load_surface_params(block, first);
  const closest_point::ClosestPoint<Pack> closest_point = closest_point_of_centre(pair, last.b);
  store_raw_contact(raw_contact_at(pair, closest_point, radius, f.b_in_a), f,
                    larger(pair.body.size, radius), block, first);
  store_surface_params(last.a, closest_point.k, block, first);
  return bits_of(closest_point.closed) << first;
}

}  // namespace
}  // namespace talus::sphere_superquadric

// Bit i of the result: the answer of pair i is closed.
extern "C" [[gnu::flatten]] unsigned TALUS_NATIVE_CONTACT(void* rows) {
  using namespace talus;
  using namespace talus::sphere_superquadric;
  Block& block = *static_cast<Block*>(rows);
  unsigned closed = 0;
  for (int first = 0; first < Block::size; first += pack_size) {
    const Framed f = frame(block, first);
    closed |= answer(f, pair_of(block, f, first), block, first);
  }
  return closed;
}

// Bit i of the result: pair i is proven to be farther apart than the gap. Packs in which a pair is not
// proven are solved; bit i of `closed` then marks the valid answers.
extern "C" [[gnu::flatten]] unsigned TALUS_NATIVE_GAP(void* rows, unsigned* closed) {
  using namespace talus;
  using namespace talus::sphere_superquadric;
  Block& block = *static_cast<Block*>(rows);
  constexpr unsigned all = (1u << pack_size) - 1;
  unsigned apart = 0;
  *closed = 0;
  for (int first = 0; first < Block::size; first += pack_size) {
    const Framed f = frame(block, first);
    const CentreAndBody<Pack> pair = pair_of(block, f, first);
    const Pack bound = separation_bound(pair, load_bodies<1>(block.body_a, first)[0], f.b_in_a,
                                         load_guess(block, first));
    const unsigned proven = bits_of(Pack(block.gap) < bound);
    apart |= proven << first;
    if (proven != all) *closed |= answer(f, pair, block, first);
  }
  return apart;
}
