#include "talus/sim/loop/neighbours.h"

#include <algorithm>

#include "talus/broad/curve_order.h"
#include "talus/broad/pair_finder.h"
#include "talus/shape/bounds_of.h"
#include "talus/sim/loop/pair_chunks.h"
#include "talus/sim/loop/threads.h"

namespace talus {
namespace {

constexpr std::int64_t chunk = 1024;  // bodies
constexpr double steps_ahead = 40;    // of room at the present speed
constexpr double least_room = 0.05;   // of the radius of a body of this size
constexpr double largest_room = 0.5;  // the same: a fast body is searched for more often

// How far a point of a body can be from where it was.
double gone(const LoopState& s, std::size_t i) {
  const Quat<double>&q = s.orientation_of(i), &p = s.found_orientation[i];
  const double turned = (q.w - p.w) * (q.w - p.w) + (q.x - p.x) * (q.x - p.x) +
                        (q.y - p.y) * (q.y - p.y) + (q.z - p.z) * (q.z - p.z);
  // A point at distance r goes by 2 r sin(angle/2) <= 2 r |q - p|.
  return norm(s.state[i].centre - s.found_centre[i]) + 2.0 * s.turn_reach[i] * square_root(turned);
}

// Looks only at bodies whose way has become long enough, and tells them when to be looked at again:
// the way is never shorter than what a body has gone, but for rounding.
bool has_left(LoopState& s, std::size_t i) {
  if (s.way[i] < s.way_limit[i]) return false;
  const double left = s.room[i] - gone(s, i);
  s.way_limit[i] = s.way[i] + (1.0 - 1e-6) * left;
  return !(left >= 0.0);
}

bool someone_has_left(LoopState& s) {
  const auto count = static_cast<std::int64_t>(s.object_count());
  std::vector<std::uint8_t> left(static_cast<std::size_t>((count + chunk - 1) / chunk));
  for_each_chunk(count, chunk, s.threads,
                 [&](std::int64_t c, std::int64_t first, std::int64_t last) {
                   bool any = false;
                   for (std::int64_t i = first; i < last; ++i) {
                     any = has_left(s, static_cast<std::size_t>(i)) || any;
                   }
                   left[static_cast<std::size_t>(c)] = any;
                 });
  return std::any_of(left.begin(), left.end(), [](std::uint8_t any) { return any != 0; });
}

void give_room(LoopState& s) {
  for (std::size_t i = 0; i < s.object_count(); ++i) {
    const BodyState& b = s.state[i];
    const double speed = norm(b.velocity) + norm(b.spin) * s.turn_reach[i];
    const double size = s.facts_of(i).bounded ? s.facts_of(i).size_radius : 0.0;
    const double wanted = least_room * size + steps_ahead * s.step * speed;
    s.room[i] = size > 0.0 ? std::min(wanted, largest_room * size) : wanted;
    s.found_centre[i] = b.centre;
    s.found_orientation[i] = s.orientation_of(i);
    s.way_limit[i] = s.way[i];
  }
}

// Half-spaces have no box: a body is a neighbour if its ball of reach comes near the plane.
void add_half_spaces(const LoopState& s, PairBlocks& blocks) {
  for (std::size_t w = 0; w < s.body_count(); ++w) {
    const auto* plane = std::get_if<HalfSpace<double>>(&s.bodies.shape(w));
    if (plane == nullptr) continue;
    const Vec3<double> normal = rotation_of(s.bodies.poses[w].orientation) * plane->normal;
    const double offset = plane->offset + dot(normal, s.bodies.poses[w].position);
    for (std::size_t i = 0; i < s.body_count(); ++i) {
      if (!s.is_free(i)) continue;
      const double gap = dot(normal, s.state[i].centre) - offset - s.facts_of(i).reach;
      if (gap > s.room[i] + s.room[w]) continue;
      blocks.add(static_cast<std::int32_t>(i), static_cast<std::int32_t>(w), {});
    }
  }
}

// Boxes overlap at their corners long before bodies do: balls around the centres with the same room
// leave half of the pairs.
bool may_meet(const LoopState& s, std::size_t a, std::size_t b, const Vec3<double>& shift) {
  const double reach = s.facts_of(a).reach + s.room[a] + s.facts_of(b).reach + s.room[b];
  return norm_squared(s.state[b].centre + shift - s.state[a].centre) <= reach * reach;
}

BoundingBox<double> grown(const BoundingBox<double>& box, double by) {
  const Vec3<double> room{by, by, by};
  return {box.lower - room, box.upper + room};
}

BoundingBox<double> box_of_body(const LoopState& s, std::size_t i) {
  return grown(*world_box(s.bodies.shape(i), s.bodies.poses[i]), s.room[i]);
}

BoundingBox<double> box_of_triangle(const LoopState& s, const WallTriangle& t) {
  const auto w = static_cast<std::size_t>(t.wall);
  const std::size_t object = s.body_count() + w;
  const Mat3<double> rotation = rotation_of(s.walls[w].orientation);
  BoundingBox<double> box{};
  for (int k = 0; k < 3; ++k) {
    const Vec3<double> p =
        rotation * s.walls[w].surface.corner_of(t.triangle, k) + s.state[object].centre;
    for (int axis = 0; axis < 3; ++axis) {
      box.lower[axis] = k == 0 ? p[axis] : smaller(box.lower[axis], p[axis]);
      box.upper[axis] = k == 0 ? p[axis] : larger(box.upper[axis], p[axis]);
    }
  }
  return grown(box, s.room[object]);
}

// Pairs in the order in which a curve through the boxes of bodies comes to the first of each.
std::vector<std::uint32_t> along_curve(const broad::PairList& pairs,
                                       std::span<const BoundingBox<double>> bodies) {
  const std::vector<std::int32_t> order = broad::curve_order(bodies);
  std::vector<std::uint32_t> rank(order.size()), place(order.size() + 1);
  for (std::size_t k = 0; k < order.size(); ++k) {
    rank[static_cast<std::size_t>(order[k])] = static_cast<std::uint32_t>(k);
  }
  const auto key = [&](const broad::BodyPair& pair) {
    const std::uint32_t a = rank[static_cast<std::size_t>(pair.a)];
    const auto b = static_cast<std::size_t>(pair.b);
    return b < rank.size() ? std::min(a, rank[b]) : a;
  };
  for (const broad::BodyPair& pair : pairs.pair) ++place[key(pair) + 1];
  for (std::size_t k = 0; k < order.size(); ++k) place[k + 1] += place[k];
  std::vector<std::uint32_t> sorted(pairs.pair.size());
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sorted[place[key(pairs.pair[k])]++] = static_cast<std::uint32_t>(k);
  }
  return sorted;
}

}  // namespace

// All that a search needs is given back after it: as much as half of all grains, and in a bed at
// rest the next one is far off.
void Neighbours::find(LoopState& s) {
  ++searches_;
  give_room(s);
  if (body_of_.empty()) number_boxes(s);
  const std::vector<BoundingBox<double>> boxes = boxes_of(s);
  const broad::Scene scene{boxes, {}, static_cast<int>(body_of_.size()), s.setup.domain};
  broad::check(scene);
  broad::PairList pairs;
  broad::Work work;
  broad::size_rows(scene, s.threads, pairs, work);

  LastPairs last(std::move(s.blocks), std::move(s.shift), s.body_count());
  PairBlocks blocks(s);
  std::vector<NearTriangle> near;
  for (const std::uint32_t k : along_curve(pairs, scene.box.first(body_of_.size()))) {
    const Vec3<double> shift =
        pairs.image.empty() ? Vec3<double>{} : broad::shift_of(s.setup.domain, pairs.image[k]);
    const std::int32_t a = body_of_[static_cast<std::size_t>(pairs.pair[k].a)];
    const auto b = static_cast<std::size_t>(pairs.pair[k].b);
    if (b < body_of_.size()) {
      if (may_meet(s, static_cast<std::size_t>(a), static_cast<std::size_t>(body_of_[b]), shift)) {
        blocks.add(a, body_of_[b], shift);
      }
    } else if (s.is_free(static_cast<std::size_t>(a))) {
      const WallTriangle& t = triangle_[b - body_of_.size()];
      near.push_back({a, t.wall, t.triangle, shift});
    }
  }
  blocks.add_walls(near);
  add_half_spaces(s, blocks);
  s.blocks = blocks.finish();
  for (PairBlock& block : s.blocks) last.give_to(block, s.shift);
  make_chunks(s);
}

void Neighbours::number_boxes(const LoopState& s) {
  for (std::size_t i = 0; i < s.body_count(); ++i) {
    if (s.facts_of(i).bounded) body_of_.push_back(static_cast<std::int32_t>(i));
  }
  for (std::size_t w = 0; w < s.walls.size(); ++w) {
    for (std::size_t t = 0; t < s.walls[w].surface.triangles().size(); ++t) {
      triangle_.push_back({static_cast<std::int32_t>(w), static_cast<std::int32_t>(t)});
    }
  }
}

std::vector<BoundingBox<double>> Neighbours::boxes_of(const LoopState& s) const {
  std::vector<BoundingBox<double>> boxes(body_of_.size() + triangle_.size());
  for_each_chunk(
      static_cast<std::int64_t>(boxes.size()), chunk, s.threads,
      [&](std::int64_t, std::int64_t first, std::int64_t last) {
        for (auto k = static_cast<std::size_t>(first); k < static_cast<std::size_t>(last); ++k) {
          boxes[k] = k < body_of_.size() ? box_of_body(s, static_cast<std::size_t>(body_of_[k]))
                                         : box_of_triangle(s, triangle_[k - body_of_.size()]);
        }
      });
  return boxes;
}

void Neighbours::update(LoopState& s, bool always) {
  if (always || someone_has_left(s)) find(s);
}

std::size_t Neighbours::bytes() const {
  return body_of_.capacity() * sizeof(body_of_[0]) + triangle_.capacity() * sizeof(triangle_[0]);
}

}  // namespace talus
