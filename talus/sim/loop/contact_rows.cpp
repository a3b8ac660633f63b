#include "talus/sim/loop/contact_rows.h"

#include "talus/physics/law/respond.h"
#include "talus/sim/loop/contact_point.h"
#include "talus/sim/loop/push.h"
#include "talus/sim/loop/several_points.h"

namespace talus {
namespace {

PointsOfPair describe_contact(const LoopState& s, const PairBlock& block, std::size_t k,
                              const Partners& p) {
  const Pose<double>& pose_b = s.pose(p.b);
  const Pose<double> moved{pose_b.position + p.shift, pose_b.orientation};
  const Shape &a = s.shape(p.a), &b = s.shape(p.b);
  Cache<double> cache;
  if (!block.cache.empty()) block.cache.get(k, cache);
  const Contact<double> c = contact(a, s.pose(p.a), b, moved, {}, &cache);
  const ContactPoint at = contact_point(s.setup.law, a, s.pose(p.a), b, moved, c);
  const PointMemory& memory = block.point[k];
  const Squeeze squeeze{at.overlap, memory.radius, shared_mass(s, p), at.volume, at.area, at.slope};
  const Response response = respond(s.setup.law, s.met_of(p.a, p.b), squeeze);
  return {at.point, at.normal, force_of(response, at.normal, memory), at.overlap, at.area};
}

void add_row(const LoopState& s, const PairBlock& block, std::size_t k, ContactTable& table) {
  const Partners p = partners_of(s, block, k);
  const PointsOfPair at =
      block.has_several_points() ? describe_points(s, block, k) : describe_contact(s, block, k, p);
  table.a.push_back(s.body_of[p.a]);
  table.b.push_back(s.body_of[p.b]);
  table.point.push_back(at.point);
  table.normal.push_back(at.normal);
  table.force.push_back(at.force);
  table.branch.push_back((s.facts_of(p.b).bounded ? s.state[p.b].centre + p.shift : at.point) -
                         s.state[p.a].centre);
  table.overlap.push_back(at.overlap);
  table.area.push_back(at.area);
}

}  // namespace

void contact_rows(const LoopState& s, ContactTable& table) {
  table.clear();
  for (const PairBlock& block : s.blocks) {
    for (std::size_t k = 0; k < block.size(); ++k) {
      if (block.touches(k)) add_row(s, block, k, table);
    }
  }
}

}  // namespace talus
