#include "talus/sim/loop/sphere_points.h"

#include <algorithm>
#include <array>

#include "talus/sim/loop/pair_chunks.h"
#include "talus/sim/loop/push_queue.h"
#include "talus/simd/prefetch.h"

namespace talus {
namespace {

// Pairs of spheres that touch, or did in the last step. Found in a pass of its own, without a
// branch that depends on them, and the memories of the others are left alone.
struct Touching {
  std::size_t count = 0;
  std::array<std::uint16_t, largest_chunk> pair;  // counted from the first of the chunk
};

void find_touching(const LoopState& s, PairBlock& block, const PairChunk& chunk, Touching& found) {
  // Known to nobody else, so that they can stay in registers.
  const std::int32_t *const a = block.a.data(), *const b = block.b.data();
  const std::int32_t* const make_of = s.make_of.data();
  const BodyState* const state = s.state.data();
  const double* const reach_of = s.reach.data();
  const std::uint16_t* const image = block.image.empty() ? nullptr : block.image.data();
  const Vec3<double>* const shift = s.shift.data();
  std::uint8_t* const in_touch = block.in_touch.data();
  const auto first = static_cast<std::size_t>(chunk.first);
  const std::size_t size = static_cast<std::size_t>(chunk.last) - first;
  const std::size_t end = block.size() - 1;
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t k = first + i, later = std::min(k + pairs_ahead, end);
    prefetch(state[a[later]]);
    prefetch(state[b[later]]);
    Vec3<double> apart = state[b[k]].centre;
    if (image != nullptr) apart = apart + shift[image[k]];
    apart = apart - state[a[k]].centre;
    const double reach = reach_of[make_of[a[k]]] + reach_of[make_of[b[k]]];
    const std::size_t touch = norm_squared(apart) < reach * reach;
    const std::size_t listed = touch | in_touch[k];
    in_touch[k] = static_cast<std::uint8_t>(touch);
    found.pair[count] = static_cast<std::uint16_t>(i);
    count += listed;
  }
  found.count = count;
}

}  // namespace

void push_spheres(LoopState& s, const PairChunk& chunk, double step, ContactSums& sums) {
  PairBlock& block = s.blocks[static_cast<std::size_t>(chunk.block)];
  Touching found;
  find_touching(s, block, chunk, found);
  PushQueue queue(s, chunk, true, step, sums);
  for (std::size_t i = 0; i < found.count; ++i) {
    const std::size_t k = static_cast<std::size_t>(chunk.first) + found.pair[i];
    const Partners p = partners_of(s, block, k);
    const double radius_a = s.reach_of(p.a), radius_b = s.reach_of(p.b);
    const double reach = radius_a + radius_b;
    if (block.in_touch[k] != 0) {
      double& radius = block.point[k].radius;
      if (radius == 0.0) radius = radius_a * radius_b / reach;
      queue.add_spheres(k, p, radius_a, radius_b);
    } else {
      const Vec3<double> apart = s.state[p.b].centre + p.shift - s.state[p.a].centre;
      const Vec3<double> point = s.state[p.a].centre + (radius_a / reach) * apart;
      stay_apart(s, block, k, p, point, step, sums);
    }
  }
}

void push_spheres_on_planes(LoopState& s, const PairChunk& chunk, double step, ContactSums& sums) {
  PairBlock& block = s.blocks[static_cast<std::size_t>(chunk.block)];
  PushQueue queue(s, chunk, false, step, sums);
  for (auto k = static_cast<std::size_t>(chunk.first); k < static_cast<std::size_t>(chunk.last);
       ++k) {
    const Partners p = partners_of(s, block, k);
    const auto& plane = std::get<HalfSpace<double>>(s.shape(p.b));
    const Pose<double>& pose = s.pose(p.b);
    const Vec3<double> normal = -(rotation_of(pose.orientation) * plane.normal);
    const Vec3<double>& centre = s.state[p.a].centre;
    const double radius = s.reach_of(p.a);
    const double overlap = radius + plane.offset + dot(normal, centre - pose.position - p.shift);
    const Vec3<double> point = centre + (radius - 0.5 * overlap) * normal;
    if (overlap > 0.0) {
      block.point[k].radius = radius;
      queue.add(k, p, {point, normal, overlap, 0.0, 0.0, 0.0, 0.0});
    } else {
      stay_apart(s, block, k, p, point, step, sums);
    }
  }
}

}  // namespace talus
