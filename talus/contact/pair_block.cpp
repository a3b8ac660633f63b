#include "talus/contact/pair_block.h"

namespace talus {

void PairBlock::allocate_history(bool with_rolling) {
  a.shrink_to_fit(), b.shrink_to_fit(), image.shrink_to_fit();
  const std::size_t count = size();
  if (!is_closed_form()) safe_until.assign(count, 0.0);
  if (has_several_points()) {
    points.resize(count);
    reset_caches();
    if (is_convex_on_mesh()) {
      surface.resize(count);
      cache.make(kind_a, Kind::polyhedron, count);  // for meshes that are polyhedra
    }
    if (are_meshes()) cache.make(Kind::polyhedron, Kind::polyhedron, count);
    return;
  }
  history.resize(count);
  if (kind_b == Kind::sphere) touching.resize(count);
  if (with_rolling) rolling.resize(count);
  if (is_curved()) spot.resize(count);
  if (are_superquadrics()) bulged.resize(count);
  cache.make(kind_a, kind_b, count);
}

}  // namespace talus
