#include "talus/sim/loop/neighbours.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "talus/broad/curve_order.h"
#include "talus/broad/pair_finder.h"
#include "talus/parallel/parallel_for.h"
#include "talus/shape/bounds_of.h"
#include "talus/sim/loop/pair_chunks.h"

namespace talus {
namespace {

constexpr std::int64_t chunk = 1024;  // bodies
constexpr double steps_ahead = 40;    // of room at the present speed
constexpr double least_room = 0.05;   // of the radius of a body of this size
constexpr double largest_room = 0.5;  // the same: a fast body is searched for more often

// How far a point of a body can be from where it was.
double gone(const LoopState& s, std::size_t i) {
  const double went = norm(s.state[i].centre - s.found_centre[i]);
  if (s.found_orientation.empty()) return went;
  const Quat<double>&q = s.pose(i).orientation, &p = s.found_orientation[i];
  const double turned = (q.w - p.w) * (q.w - p.w) + (q.x - p.x) * (q.x - p.x) +
                        (q.y - p.y) * (q.y - p.y) + (q.z - p.z) * (q.z - p.z);
  // A point at distance r goes by 2 r sin(angle/2) <= 2 r |q - p|.
  return went + 2.0 * s.facts_of(i).turn_reach * square_root(turned);
}

void give_room(LoopState& s) {
  for (std::size_t i = 0; i < s.object_count(); ++i) {
    const BodyState& b = s.state[i];
    const double speed = norm(b.velocity) + norm(b.spin) * s.facts_of(i).turn_reach;
    const double size = s.facts_of(i).bounded ? s.facts_of(i).size_radius : 0.0;
    const double wanted = least_room * size + steps_ahead * s.step * speed;
    s.room[i] = size > 0.0 ? std::min(wanted, largest_room * size) : wanted;
    s.found_centre[i] = b.centre;
    if (!s.found_orientation.empty()) s.found_orientation[i] = s.pose(i).orientation;
    s.way_limit[i] = s.place[i].way;
  }
}

// Half-spaces have no box: a body is a neighbour if its ball of reach comes near the plane.
void add_half_spaces(const LoopState& s, PairBlocks& blocks) {
  for (std::size_t w = 0; w < s.half_spaces; ++w) {
    const auto& plane = std::get<HalfSpace<double>>(s.shape(w));
    const Vec3<double> normal = rotation_of(s.pose(w).orientation) * plane.normal;
    const double offset = plane.offset + dot(normal, s.pose(w).position);
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
  return grown(*world_box(s.shape(i), s.pose(i)), s.room[i]);
}

BoundingBox<double> box_of_triangle(const LoopState& s, const WallTriangle& t) {
  const auto w = static_cast<std::size_t>(t.wall);
  const std::size_t object = s.body_count() + w;
  const Mat3<double> rotation = rotation_of(s.pose(object).orientation);
  BoundingBox<double> box{};
  for (int k = 0; k < 3; ++k) {
    const Vec3<double> p = rotation * s.walls[w].corner_of(t.triangle, k) + s.pose(object).position;
    for (int axis = 0; axis < 3; ++axis) {
      box.lower[axis] = k == 0 ? p[axis] : smaller(box.lower[axis], p[axis]);
      box.upper[axis] = k == 0 ? p[axis] : larger(box.upper[axis], p[axis]);
    }
  }
  return grown(box, s.room[object]);
}

template <class T>
void reorder(std::span<T> values, std::span<const std::int32_t> from) {
  std::vector<T> sorted(from.size());
  for (std::size_t k = 0; k < from.size(); ++k) {
    sorted[k] = values[static_cast<std::size_t>(from[k])];
  }
  std::copy(sorted.begin(), sorted.end(), values.begin());
}

// Bodies with a box get their slots along a curve through their boxes, which come first; those of
// others stay. The answer says where every object was before.
std::vector<std::int32_t> renumber(LoopState& s, std::vector<BoundingBox<double>>& boxes) {
  const std::size_t count = s.body_count() - s.half_spaces;
  const std::vector<std::int32_t> order =
      broad::curve_order(std::span(boxes).first(count), s.threads);
  const auto sort = [&](auto& values, std::size_t first) {
    if (!values.empty()) reorder(std::span(values).subspan(first, count), std::span(order));
  };
  sort(boxes, 0);
  std::vector<std::int32_t> before(s.object_count());
  std::iota(before.begin(), before.end(), 0);
  sort(before, s.half_spaces);
  sort(s.body_of, s.half_spaces);
  sort(s.make_of, s.half_spaces);
  sort(s.state, s.half_spaces);
  sort(s.place, s.half_spaces);
  sort(s.angular_momentum, s.half_spaces);
  sort(s.found_centre, s.half_spaces);
  sort(s.found_orientation, s.half_spaces);
  sort(s.room, s.half_spaces);
  sort(s.way_limit, s.half_spaces);
  return before;
}

// Pairs in the order of the first of their bodies.
std::vector<std::uint32_t> by_first_body(const broad::PairList& pairs, std::size_t bodies) {
  std::vector<std::uint32_t> place(bodies + 1);
  const auto key = [](const broad::BodyPair& pair) { return static_cast<std::size_t>(pair.a); };
  for (const broad::BodyPair& pair : pairs.pair) ++place[key(pair) + 1];
  for (std::size_t k = 0; k < bodies; ++k) place[k + 1] += place[k];
  std::vector<std::uint32_t> sorted(pairs.pair.size());
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sorted[place[key(pairs.pair[k])]++] = static_cast<std::uint32_t>(k);
  }
  return sorted;
}

std::vector<BoundingBox<double>> boxes_of(const LoopState& s,
                                          const std::vector<WallTriangle>& triangles) {
  const std::size_t bodies = s.body_count() - s.half_spaces;
  std::vector<BoundingBox<double>> boxes(bodies + triangles.size());
  parallel_for_chunks(static_cast<std::int64_t>(boxes.size()), chunk, s.threads,
                      [&](std::int64_t, std::int64_t first, std::int64_t last) {
                        for (auto k = static_cast<std::size_t>(first);
                             k < static_cast<std::size_t>(last); ++k) {
                          boxes[k] = k < bodies ? box_of_body(s, s.half_spaces + k)
                                                : box_of_triangle(s, triangles[k - bodies]);
                        }
                      });
  return boxes;
}

}  // namespace

// The way is never shorter than what a body has gone, but for rounding.
bool has_left(LoopState& s, std::size_t i) {
  const double left = s.room[i] - gone(s, i);
  s.way_limit[i] = s.place[i].way + (1.0 - 1e-6) * left;
  return !(left >= 0.0);
}

// All that a search needs is given back after it: as much as half of all grains, and in a bed at
// rest the next one is far off.
void Neighbours::find(LoopState& s) {
  give_room(s);
  if (triangle_.empty()) number_triangles(s);
  std::vector<BoundingBox<double>> boxes = boxes_of(s, triangle_);
  const std::size_t bodies = s.body_count() - s.half_spaces;
  const broad::Scene scene{boxes, {}, static_cast<int>(bodies), s.setup.domain};
  broad::check(scene);
  const std::vector<std::int32_t> before = renumber(s, boxes);
  broad::PairList pairs;
  broad::Work work;
  broad::size_rows(scene, s.threads, pairs, work);

  LastPairs last(std::move(s.blocks), std::move(s.shift), before);
  PairBlocks blocks(s);
  std::vector<NearTriangle> near;
  for (const std::uint32_t k : by_first_body(pairs, bodies)) {
    const Vec3<double> shift =
        pairs.image.empty() ? Vec3<double>{} : broad::shift_of(s.setup.domain, pairs.image[k]);
    const std::size_t a = s.half_spaces + static_cast<std::size_t>(pairs.pair[k].a);
    const auto b = static_cast<std::size_t>(pairs.pair[k].b);
    if (b >= bodies) {
      const WallTriangle& t = triangle_[b - bodies];
      if (s.is_free(a)) near.push_back({static_cast<std::int32_t>(a), t.wall, t.triangle, shift});
    } else if (may_meet(s, a, s.half_spaces + b, shift)) {
      blocks.add(static_cast<std::int32_t>(a), static_cast<std::int32_t>(s.half_spaces + b), shift);
    }
  }
  blocks.add_walls(near);
  add_half_spaces(s, blocks);
  s.blocks = blocks.finish();
  for (PairBlock& block : s.blocks) last.give_to(block, s.shift);
  make_chunks(s);
}

void Neighbours::number_triangles(const LoopState& s) {
  for (std::size_t w = 0; w < s.walls.size(); ++w) {
    for (std::size_t t = 0; t < s.walls[w].triangles().size(); ++t) {
      triangle_.push_back({static_cast<std::int32_t>(w), static_cast<std::int32_t>(t)});
    }
  }
}

std::size_t Neighbours::bytes() const { return triangle_.capacity() * sizeof(triangle_[0]); }

}  // namespace talus
