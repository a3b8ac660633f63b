// Steps 1 and 2 of warm_contact.h for eight pairs, for one instruction set (cmake/simd.cmake). Only
// the entry points leave the renamed namespace.
#define TALUS_PACK_IS_ONE_REGISTER
#include "talus/narrow/batch_kernels/batch_block_packs.h"
#include "talus/narrow/smooth_vertex_body/warm_contact.h"

// Bit i of the result: the answer of pair i is closed, if its feature is confirmed.
extern "C" [[gnu::flatten]] unsigned TALUS_SIMD_ENTRY(talus_smooth_vertex_body_contact)(
    void* batch_block) {
  using namespace talus;
  BatchBlock& block = *static_cast<BatchBlock*>(batch_block);
  const BatchVertexRows& vertices = block.vertices;
  unsigned closed = 0;
  for (int first = 0; first < batch_size; first += pack_size) {
    const PairFrame f = load_frame(block, first);
    const Superquadric<Pack> body = load_superquadric(block.body_a, first);
    const CachedPoints last = load_cached_points(block, first);
    const smooth_vertex_body::WarmQuery<Pack> query{
        body.semi_axes,
        body.n1,
        body.n2,
        f.b_in_a,
        {load_vector(vertices.vertex[0], first), load_vector(vertices.vertex[1], first),
         load_vector(vertices.vertex[2], first)},
        Pack::load(vertices.count + first),
        Pack::load(vertices.reach + first),
        load_cached_normal(block, first),
        last.a};
    const smooth_vertex_body::WarmContact<Pack> r = solve_warm(query);
    const Pack radius = larger(max_norm(query.axes), Pack::load(vertices.radius + first));
    store_raw_contact(r.contact, f, radius, block, first);
    store_cached_points(r.param, last.b, block, first);
    store_vector(r.along_b, block.support_direction_b, first);
    r.rounding.store(block.rounding + first);
    closed |= bits_of(r.contact.closed) << first;
  }
  return closed;
}
