// The fast path for a block of pairs, compiled once per instruction set. The including source renames
// the namespace `talus`, so that the linker cannot merge its functions with those of another
// instruction set: only the two names below are visible outside.
#include "talus/narrow/native/pack_rows.h"
#include "talus/narrow/superquadric_superquadric/superquadric_separation_bound.h"
#include "talus/narrow/superquadric_superquadric/surface_pair_contact.h"

namespace talus::superquadric_superquadric {
namespace {

TALUS_INLINE SuperquadricPair<Pack> superquadric_pair_of(const Block& block, const Framed& f,
                                                         int first) {
  const auto a = load_bodies<5>(block.body_a, first), b = load_bodies<5>(block.body_b, first);
  return superquadric_pair(a.vector(0), b.vector(0), PairOf<Pack>(a[3], b[3]),
                           PairOf<Pack>(a[4], b[4]), f.b_in_a);
}

TALUS_INLINE unsigned answer(const Framed& f, const SuperquadricPair<Pack>& pair, Block& block,
                             int first) {
  const LastSurfaceParams last = load_surface_params(block, first);
  const NewtonStart<Pack> start = newton_start(pair, last.a, last.b);
  const double tolerance = search_tolerance(block.tolerance);
  const PairContact<Pack> m =
      pair_contact(pair, solve_surface_pair(pair, start.k, start.max_evaluations, tolerance));
  store_raw_contact(m.contact, f, pair.size, block, first);
  store_surface_params(of_a(m.k), of_b(m.k), block, first);
  return bits_of(m.contact.closed) << first;
}

}  // namespace
}  // namespace talus::superquadric_superquadric

// Bit i of the result: the answer of pair i is closed.
extern "C" [[gnu::flatten]] unsigned TALUS_NATIVE_CONTACT(void* rows) {
  using namespace talus;
  using namespace talus::superquadric_superquadric;
  Block& block = *static_cast<Block*>(rows);
  unsigned closed = 0;
  for (int first = 0; first < Block::size; first += pack_size) {
    const Framed f = frame(block, first);
    closed |= answer(f, superquadric_pair_of(block, f, first), block, first);
  }
  return closed;
}

// Bit i of the result: pair i is proven to be farther apart than the gap. Packs in which a pair is not
// proven are solved; bit i of `closed` then marks the valid answers.
extern "C" [[gnu::flatten]] unsigned TALUS_NATIVE_GAP(void* rows, unsigned* closed) {
  using namespace talus;
  using namespace talus::superquadric_superquadric;
  Block& block = *static_cast<Block*>(rows);
  constexpr unsigned all = (1u << pack_size) - 1;
  unsigned apart = 0;
  *closed = 0;
  for (int first = 0; first < Block::size; first += pack_size) {
    const Framed f = frame(block, first);
    const SuperquadricPair<Pack> pair = superquadric_pair_of(block, f, first);
    const Pack bound = separation_bound(pair, load_guess(block, first));
    const unsigned proven = bits_of(Pack(block.gap) < bound);
    apart |= proven << first;
    if (proven != all) *closed |= answer(f, pair, block, first);
  }
  return apart;
}
