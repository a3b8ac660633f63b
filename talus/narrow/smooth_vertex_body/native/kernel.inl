// The warm search for eight pairs, for one instruction set. The including source has renamed the
// namespace `talus`, so that nothing compiled here can be taken for another source's: only the name
// below leaves it.
#include "talus/narrow/native/pack_rows.h"
#include "talus/narrow/smooth_vertex_body/warm.h"

// Bit i of the result: the answer of pair i is closed, as far as the corners that hold know.
extern "C" [[gnu::flatten]] unsigned TALUS_NATIVE_CONTACT(void* rows) {
  using namespace talus;
  Block& block = *static_cast<Block*>(rows);
  unsigned closed = 0;
  for (int first = 0; first < Block::size; first += pack_size) {
    const Framed f = frame(block, first);
    const auto body = load_bodies<5>(block.body_a, first);
    const LastSurfaceParams last = load_surface_params(block, first);
    const smooth_vertex_body::Warm<Pack> question{
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
    const smooth_vertex_body::WarmRawContact<Pack> r = warm_raw_contact(question);
    const Pack radius = larger(max_norm(question.axes), Pack::load(block.radius_b + first));
    store_raw_contact(r.touch, f, radius, block, first);
    store_surface_params(r.place, last.b, block, first);
    store_vector(r.along_b, block.along_b, first);
    r.rounding.store(block.rounding + first);
    closed |= bits_of(r.touch.closed) << first;
  }
  return closed;
}
