#include "talus/sim/loop/several_points.h"

#include <algorithm>

#include "talus/narrow/surface_contacts.h"
#include "talus/narrow/wall_contacts.h"
#include "talus/physics/foundation.h"
#include "talus/physics/law/respond.h"
#include "talus/sim/loop/contact_radius.h"
#include "talus/sim/loop/push.h"

namespace talus {
namespace {

struct Point {
  std::int64_t key{};
  Vec3<double> point{}, normal{};  // from a to b
  double depth{}, slope{}, area{}, spread_squared{};
};

// Memory of a thread.
struct Scratch {
  std::vector<SurfaceContact> surface;
  std::vector<WallContact> wall;
  WallScratch of_walls;
  std::vector<Point> found;
  std::vector<KeyedPoint> kept;
};

SurfaceBody surface_body(const LoopState& s, std::size_t i) {
  return {&s.shape(i), &s.clouds[static_cast<std::size_t>(s.facts_of(i).shape)]};
}

void find_on_wall(const LoopState& s, const PairBlock& block, std::size_t k, const Partners& p,
                  Scratch& scratch) {
  const TriangleWall& wall = s.walls[p.b - s.body_count()];
  const auto from = static_cast<std::size_t>(block.nearby_start[k]);
  const auto to = static_cast<std::size_t>(block.nearby_start[k + 1]);
  scratch.wall.clear();
  wall_contacts(wall, {s.pose(p.b).position + p.shift, s.pose(p.b).orientation},
                {block.nearby.data() + from, to - from}, surface_body(s, p.a), s.pose(p.a),
                scratch.of_walls, scratch.wall);
  for (const WallContact& c : scratch.wall) {
    scratch.found.push_back(
        {c.key, c.point, -c.normal, c.rounded, c.slope, c.area, c.spread_squared});
  }
}

void find_on_surfaces(const LoopState& s, const Partners& p, SurfaceCache& cache,
                      Scratch& scratch) {
  const Pose<double>& pose_b = s.pose(p.b);
  scratch.surface.clear();
  surface_contacts(surface_body(s, p.a), s.pose(p.a), surface_body(s, p.b),
                   {pose_b.position + p.shift, pose_b.orientation}, scratch.surface, &cache);
  for (const SurfaceContact& c : scratch.surface) {
    scratch.found.push_back({c.key, c.point, c.normal, c.depth, c.slope, c.area, 0.0});
  }
}

// The points of pair k, in the order of their keys.
void find_points(const LoopState& s, const PairBlock& block, std::size_t k, const Partners& p,
                 SurfaceCache& cache, Scratch& scratch) {
  scratch.found.clear();
  if (block.walls) {
    find_on_wall(s, block, k, p, scratch);
  } else {
    find_on_surfaces(s, p, cache, scratch);
  }
  const auto by_key = [](const Point& u, const Point& v) { return u.key < v.key; };
  if (!std::is_sorted(scratch.found.begin(), scratch.found.end(), by_key)) {
    std::sort(scratch.found.begin(), scratch.found.end(), by_key);
  }
}

// How far both can go before they can touch: the gap of the balls around them.
double sure_gap(const LoopState& s, const Partners& p) {
  if (!s.facts_of(p.a).bounded || !s.facts_of(p.b).bounded) return 0.0;
  const double apart = norm(s.state[p.b].centre + p.shift - s.state[p.a].centre);
  return larger(0.0, apart - s.facts_of(p.a).reach - s.facts_of(p.b).reach);
}

// Springs of a bed: each its share of the stiffness, and of the dashpot of the whole patch.
Response bed_response(const MetMaterials& met, Law law, const Squeeze& squeeze, const Point& at,
                      double patch_area) {
  const double modulus = foundation_modulus(law, met, squeeze.radius);
  const double share = at.area / patch_area;
  const double k = modulus * patch_area, k_t = met.tangential_ratio * k;
  Response r;
  r.force = modulus * at.area * at.depth * at.slope;
  r.energy = 0.5 * modulus * at.area * at.depth * at.depth;
  r.dashpot = 2.0 * met.damping_ratio * share * square_root(squeeze.mass * k);
  r.tangential_stiffness = share * k_t;
  r.tangential_dashpot = 2.0 * met.damping_ratio * share * square_root(squeeze.mass * k_t);
  return r;
}

Response law_response(Law law, const MetMaterials& met, const Squeeze& squeeze) {
  return respond(law == Law::linear ? Law::linear : Law::hertz_mindlin, met, squeeze);
}

// As the narrow phase would have answered.
Contact<double> as_contact(const Point& at) {
  Contact<double> c;
  c.status = Status::overlapping;
  c.distance = c.lower = c.upper = -at.depth;
  c.normal = at.normal;
  c.point_b = at.point - 0.5 * at.depth * at.normal;
  c.point_a = at.point + 0.5 * at.depth * at.normal;
  return c;
}

double patch_area_of(const Scratch& scratch) {
  double area = 0.0;
  for (const Point& at : scratch.found) area += at.area;
  return area;
}

Response response_at(const LoopState& s, const Partners& p, const Point& at, const Squeeze& squeeze,
                     double patch_area) {
  const MetMaterials& met = s.met_of(p.a, p.b);
  return at.area > 0.0 ? bed_response(met, s.setup.law, squeeze, at, patch_area)
                       : law_response(s.setup.law, met, squeeze);
}

Wrench push_pair(LoopState& s, PairBlock& block, std::size_t k, const Partners& p, Scratch& scratch,
                 double step, ContactSums& sums) {
  std::vector<KeyedPoint>& before = block.points[k];
  const double patch_area = patch_area_of(scratch), size = size_of_smaller(s, p);
  scratch.kept.clear();
  Wrench wrench;
  auto old = before.begin();
  const auto drop = [&](KeyedPoint& point) {
    const Vec3<double> place = s.state[p.a].centre;
    release(s, p, place, point.memory, s.rolls ? &point.rolling : nullptr, step, sums);
  };
  for (const Point& at : scratch.found) {
    while (old != before.end() && old->key < at.key) drop(*old++);
    KeyedPoint point{at.key, {}, {}};
    if (old != before.end() && old->key == at.key) point = *old++;
    if (point.memory.radius == 0.0) {
      point.memory.radius = contact_radius(s, p, as_contact(at));
    }
    const Squeeze squeeze{at.depth, point.memory.radius, shared_mass(s, p), 0.0, 0.0, at.slope};
    const Response response = response_at(s, p, at, squeeze, patch_area);
    const bool rolls = s.rolls && !(at.area > 0.0);
    add(wrench,
        push(s, p, {at.point, at.normal, at.depth, 0.0, 0.0, at.spread_squared, 0.0}, squeeze,
             response, point.memory, rolls ? &point.rolling : nullptr, step, sums));
    sums.largest_overlap = larger(sums.largest_overlap, at.depth / size);
    scratch.kept.push_back(point);
  }
  while (old != before.end()) drop(*old++);
  before.assign(scratch.kept.begin(), scratch.kept.end());
  ++sums.count;
  return wrench;
}

void release_pair(LoopState& s, PairBlock& block, std::size_t k, const Partners& p, double step,
                  ContactSums& sums) {
  for (KeyedPoint& point : block.points[k]) {
    release(s, p, s.state[p.a].centre, point.memory, s.rolls ? &point.rolling : nullptr, step,
            sums);
  }
  block.points[k].clear();
}

}  // namespace

void push_in_several_points(LoopState& s, const PairChunk& chunk, double step, ContactSums& sums) {
  thread_local Scratch scratch;
  SurfaceCache none;
  PairBlock& block = s.blocks[static_cast<std::size_t>(chunk.block)];
  for (auto k = static_cast<std::size_t>(chunk.first); k < static_cast<std::size_t>(chunk.last);
       ++k) {
    const Partners p = partners_of(s, block, k);
    if (s.place[p.a].way + s.place[p.b].way < block.safe_until[k]) continue;
    SurfaceCache& cache = block.walls ? none : block.surface[k];
    double gap = sure_gap(s, p);
    if (!(gap > 0.0)) {
      const Vec3<double> listed_at = cache.listed_at.translation;
      find_points(s, block, k, p, cache, scratch);
      // Points were listed just now, and none is within the margin.
      const bool empty = cache.count[0] == 0 && cache.count[1] == 0;
      if (empty && !(listed_at == cache.listed_at.translation)) gap = cache.margin;
    }
    if (gap > 0.0 || scratch.found.empty()) {
      release_pair(s, block, k, p, step, sums);
      block.safe_until[k] = s.place[p.a].way + s.place[p.b].way + gap;
    } else {
      add_to_shares(s, chunk, block, k, push_pair(s, block, k, p, scratch, step, sums));
    }
  }
}

// Elastic forces from the present places, dashpots and friction as they are remembered.
PointsOfPair describe_points(const LoopState& s, const PairBlock& block, std::size_t k) {
  Scratch scratch;
  SurfaceCache none;
  const Partners p = partners_of(s, block, k);
  find_points(s, block, k, p, none, scratch);
  const double patch_area = patch_area_of(scratch);
  PointsOfPair row;
  double weights = 0.0;
  for (const Point& at : scratch.found) {
    const double weight = at.depth * (at.area > 0.0 ? at.area : 1.0);
    row.point = row.point + weight * at.point;
    row.normal = row.normal + weight * at.normal;
    row.overlap = larger(row.overlap, at.depth);
    row.area += at.area;
    weights += weight;
    const auto known =
        std::lower_bound(block.points[k].begin(), block.points[k].end(), at.key,
                         [](const KeyedPoint& point, std::int64_t key) { return point.key < key; });
    if (known == block.points[k].end() || known->key != at.key) continue;
    const PointMemory& memory = known->memory;
    const Squeeze squeeze{at.depth, memory.radius, shared_mass(s, p), 0.0, 0.0, at.slope};
    const Response response = response_at(s, p, at, squeeze, patch_area);
    row.force = row.force + force_of(response, at.normal, memory);
  }
  if (weights > 0.0) row.point = row.point / weights;
  const double length = norm(row.normal);
  if (length > 0.0) row.normal = row.normal / length;
  return row;
}

}  // namespace talus
