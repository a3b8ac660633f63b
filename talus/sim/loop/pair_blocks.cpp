#include "talus/sim/loop/pair_blocks.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace talus {
namespace {

// Pairs of two kinds that have no closed form remember how they were solved.
bool needs_cache(Kind a, Kind b) {
  return b != Kind::half_space && !(a == Kind::sphere && b == Kind::sphere);
}

void make_room(PairBlock& block, bool rolls) {
  block.a.shrink_to_fit(), block.b.shrink_to_fit(), block.shift.shrink_to_fit();
  block.safe_until.assign(block.size(), 0.0);
  if (block.has_several_points()) {
    block.points.resize(block.size());
    if (!block.walls) block.surface.resize(block.size());
    return;
  }
  block.point.resize(block.size());
  if (rolls) block.rolling.resize(block.size());
  if (needs_cache(block.kind_a, block.kind_b)) block.cache.resize(block.size());
}

auto order_of(const NearTriangle& n) {
  return std::tuple(n.body, n.wall, n.shift.x, n.shift.y, n.shift.z, n.triangle);
}

bool same_pair(const NearTriangle& p, const NearTriangle& q) {
  return p.body == q.body && p.wall == q.wall && p.shift == q.shift;
}

}  // namespace

PairBlocks::PairBlocks(const LoopState& s) : s_(s) { place_.fill(-1); }

void PairBlocks::add(std::int32_t a, std::int32_t b, Vec3<double> shift) {
  if (!s_.is_free(static_cast<std::size_t>(a)) && !s_.is_free(static_cast<std::size_t>(b))) return;
  Kind kind_a = kind(a), kind_b = kind(b);
  if (kind_b < kind_a || (kind_a == kind_b && b < a)) {
    std::swap(a, b), std::swap(kind_a, kind_b);
    shift = -shift;
  }
  add_pair(block_for(kind_a, kind_b, false), a, b, shift);
}

void PairBlocks::add_walls(std::vector<NearTriangle>& near) {
  std::sort(near.begin(), near.end(),
            [](const NearTriangle& p, const NearTriangle& q) { return order_of(p) < order_of(q); });
  for (std::size_t i = 0; i < near.size(); ++i) {
    const NearTriangle& n = near[i];
    PairBlock& block = block_for(kind(n.body), Kind::mesh, true);
    if (i == 0 || !same_pair(n, near[i - 1])) {
      const auto object = static_cast<std::int32_t>(s_.body_count()) + n.wall;
      add_pair(block, n.body, object, n.shift);
      block.nearby_start.push_back(static_cast<std::int64_t>(block.nearby.size()));
    }
    block.nearby.push_back(n.triangle);
  }
}

void PairBlocks::add_pair(PairBlock& block, std::int32_t a, std::int32_t b,
                          const Vec3<double>& shift) {
  block.a.push_back(a);
  block.b.push_back(b);
  if (!s_.setup.domain.is_open()) block.shift.push_back(shift);
}

PairBlock& PairBlocks::block_for(Kind a, Kind b, bool walls) {
  const int row = 2 * static_cast<int>(a) + (walls ? 1 : 0);
  int& place = place_[static_cast<std::size_t>(row * kind_count + static_cast<int>(b))];
  if (place < 0) {
    place = static_cast<int>(blocks_.size());
    blocks_.emplace_back();
    blocks_.back().kind_a = a;
    blocks_.back().kind_b = b;
    blocks_.back().walls = walls;
  }
  return blocks_[static_cast<std::size_t>(place)];
}

std::vector<PairBlock> PairBlocks::finish() {
  std::sort(blocks_.begin(), blocks_.end(), [](const PairBlock& p, const PairBlock& q) {
    return std::tuple(p.walls, p.kind_a, p.kind_b) < std::tuple(q.walls, q.kind_a, q.kind_b);
  });
  std::int64_t first = 0;
  for (PairBlock& block : blocks_) {
    block.first = first;
    first += static_cast<std::int64_t>(block.size());
    if (block.walls) block.nearby_start.push_back(static_cast<std::int64_t>(block.nearby.size()));
    make_room(block, s_.rolls);
  }
  return std::move(blocks_);
}

PairBlock* LastPairs::find(const PairBlock& block, std::size_t k, std::size_t& place) {
  const auto a = static_cast<std::size_t>(block.a[k]);
  for (std::int64_t e = start_[a]; e < start_[a + 1]; ++e) {
    const std::int64_t slot = adjacency_[static_cast<std::size_t>(e)] >> 1;
    const auto after =
        std::upper_bound(blocks_.begin(), blocks_.end(), slot,
                         [](std::int64_t s, const PairBlock& b) { return s < b.first; });
    PairBlock& old = *(after - 1);
    place = static_cast<std::size_t>(slot - old.first);
    if (old.a[place] == block.a[k] && old.b[place] == block.b[k] &&
        (block.shift.empty() || old.shift[place] == block.shift[k])) {
      return &old;
    }
  }
  return nullptr;
}

void LastPairs::give_to(PairBlock& block) {
  if (start_.empty()) return;
  for (std::size_t k = 0; k < block.size(); ++k) {
    std::size_t place{};
    PairBlock* old = find(block, k, place);
    if (old == nullptr) continue;
    block.safe_until[k] = old->safe_until[place];
    if (!block.point.empty()) block.point[k] = old->point[place];
    if (!block.rolling.empty()) block.rolling[k] = old->rolling[place];
    if (!block.cache.empty()) block.cache[k] = old->cache[place];
    if (!block.surface.empty()) block.surface[k] = old->surface[place];
    if (!block.points.empty()) block.points[k] = std::move(old->points[place]);
  }
}

}  // namespace talus
