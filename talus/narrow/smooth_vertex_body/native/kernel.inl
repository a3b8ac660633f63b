// Steps 1 and 2 of warm_contact.h for a block of pairs, compiled once per instruction set. The
// including source renames the namespace `talus`, so that the linker cannot merge its functions with
// those of another instruction set: only the name below is visible outside.
#include "talus/narrow/native/pack_rows.h"
#include "talus/narrow/smooth_vertex_body/warm_contact.h"

// Bit i of the result: the answer of pair i is closed, if its feature is confirmed.
extern "C" [[gnu::flatten]] unsigned TALUS_NATIVE_CONTACT(void* rows) {
  using namespace talus;
  Block& block = *static_cast<Block*>(rows);
  unsigned closed = 0;
  for (int first = 0; first < Block::size; first += pack_size) {
    const Framed f = frame(block, first);
    const auto body = load_bodies<5>(block.body_a, first);
    const LastSurfaceParams last = load_surface_params(block, first);
    const smooth_vertex_body::WarmQuery<Pack> query{
        body.vector(0),
        body[3],
        body[4],
        f.b_in_a,
        {load_vector(block.corner, first), load_vector(block.corner + 3, first),
         load_vector(block.corner + 6, first)},
        Pack::load(block.corner_count + first),
        Pack::load(block.reach_b + first),
        load_guess(block, first),
        last.a};
    const smooth_vertex_body::WarmContact<Pack> r = solve_warm(query);
    const Pack radius = larger(max_norm(query.axes), Pack::load(block.radius_b + first));
    store_raw_contact(r.contact, f, radius, block, first);
    store_surface_params(r.param, last.b, block, first);
    store_vector(r.along_b, block.along_b, first);
    r.rounding.store(block.rounding + first);
    closed |= bits_of(r.contact.closed) << first;
  }
  return closed;
}
