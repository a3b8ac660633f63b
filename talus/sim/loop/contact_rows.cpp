#include "talus/sim/loop/contact_rows.h"

#include "talus/narrow/contact.h"

namespace talus {
namespace {

void add_row(const LoopState& s, const PairBlock& block, std::size_t k, ContactTable& table) {
  const std::size_t slot = static_cast<std::size_t>(block.first) + k;
  const auto a = static_cast<std::size_t>(block.a[k]), b = static_cast<std::size_t>(block.b[k]);
  const Vec3<double> shift = block.shift.empty() ? Vec3<double>{} : block.shift[k];
  const Pose<double>& pose_b = s.bodies.poses[b];
  Cache<double> cache = block.cache.empty() ? Cache<double>{} : block.cache[k];
  const Contact<double> c = contact(s.bodies.shape(a), s.bodies.poses[a], s.bodies.shape(b),
                                    {pose_b.position + shift, pose_b.orientation}, {}, &cache);
  table.a.push_back(block.a[k]);
  table.b.push_back(block.b[k]);
  table.point.push_back(0.5 * (c.point_a + c.point_b));
  table.normal.push_back(c.normal);
  table.force.push_back(s.force[slot]);
  table.branch.push_back(s.facts_of(b).bounded ? s.state[b].centre + shift - s.state[a].centre
                                               : c.point_b - s.state[a].centre);
  table.overlap.push_back(-c.distance);
  table.area.push_back(0.0);
}

}  // namespace

void contact_rows(const LoopState& s, ContactTable& table) {
  table.clear();
  for (const PairBlock& block : s.blocks) {
    for (std::size_t k = 0; k < block.size(); ++k) {
      if (s.active[static_cast<std::size_t>(block.first) + k] != 0) add_row(s, block, k, table);
    }
  }
}

}  // namespace talus
