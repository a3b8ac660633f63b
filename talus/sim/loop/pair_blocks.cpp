#include "talus/sim/loop/pair_blocks.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "talus/broad/scene.h"

namespace talus {
namespace {

void make_room(PairBlock& block, bool rolls) {
  block.a.shrink_to_fit(), block.b.shrink_to_fit(), block.image.shrink_to_fit();
  const std::size_t count = block.size();
  const bool closed_form = block.kind_a == Kind::sphere && !block.walls &&
                           (block.kind_b == Kind::sphere || block.kind_b == Kind::half_space);
  if (!closed_form) block.safe_until.assign(count, 0.0);
  if (block.has_several_points()) {
    block.points.resize(count);
    if (!block.walls) block.surface.resize(count);
    return;
  }
  block.point.resize(count);
  if (block.kind_b == Kind::sphere) block.in_touch.resize(count);
  if (rolls) block.rolling.resize(count);
  block.cache.make(block.kind_a, block.kind_b, count);
}

auto order_of(const NearTriangle& n) {
  return std::tuple(n.body, n.wall, n.shift.x, n.shift.y, n.shift.z, n.triangle);
}

bool same_pair(const NearTriangle& p, const NearTriangle& q) {
  return p.body == q.body && p.wall == q.wall && p.shift == q.shift;
}

}  // namespace

PairBlocks::PairBlocks(LoopState& s) : s_(s) {
  place_.fill(-1);
  s_.shift.clear();
}

void PairBlocks::add(std::int32_t a, std::int32_t b, Vec3<double> shift) {
  if (!s_.is_free(static_cast<std::size_t>(a)) && !s_.is_free(static_cast<std::size_t>(b))) return;
  Kind kind_a = kind(a), kind_b = kind(b);
  const auto number = [this](std::int32_t i) { return s_.number_of(static_cast<std::size_t>(i)); };
  if (kind_b < kind_a || (kind_a == kind_b && number(b) < number(a))) {
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
  if (!s_.setup.domain.is_open()) block.image.push_back(image_with(shift));
}

std::uint16_t PairBlocks::image_with(const Vec3<double>& shift) {
  const auto [place, is_new] =
      image_.try_emplace({shift.x, shift.y, shift.z}, static_cast<std::uint16_t>(s_.shift.size()));
  if (!is_new) return place->second;
  if (s_.shift.size() > std::numeric_limits<std::uint16_t>::max()) {
    throw broad::SceneError("bodies are spread over too many periods of the domain");
  }
  s_.shift.push_back(shift);
  return place->second;
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
  for (PairBlock& block : blocks_) {
    if (block.walls) block.nearby_start.push_back(static_cast<std::int64_t>(block.nearby.size()));
    make_room(block, s_.rolls);
  }
  return std::move(blocks_);
}

LastPairs::LastPairs(std::vector<PairBlock> blocks, std::vector<Vec3<double>> shift,
                     const std::vector<std::int32_t>& before)
    : blocks_(std::move(blocks)),
      shift_(std::move(shift)),
      before_(before),
      start_(before.size() + 1) {
  for (const PairBlock& block : blocks_) {
    for (const std::int32_t a : block.a) ++start_[static_cast<std::size_t>(a) + 1];
  }
  for (std::size_t i = 0; i < before.size(); ++i) start_[i + 1] += start_[i];
  place_.resize(static_cast<std::size_t>(start_.back()));
  std::vector<std::int64_t> next(start_.begin(), start_.end() - 1);
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    for (std::size_t k = 0; k < blocks_[b].size(); ++k) {
      std::int64_t& place = next[static_cast<std::size_t>(blocks_[b].a[k])];
      place_[static_cast<std::size_t>(place++)] = {static_cast<std::uint32_t>(b),
                                                   static_cast<std::uint32_t>(k)};
    }
  }
}

const LastPairs::Place* LastPairs::find(const PairBlock& block, std::size_t k,
                                        const std::vector<Vec3<double>>& shift) const {
  const auto a = static_cast<std::size_t>(before_[static_cast<std::size_t>(block.a[k])]);
  const std::int32_t b = before_[static_cast<std::size_t>(block.b[k])];
  for (std::int64_t e = start_[a]; e < start_[a + 1]; ++e) {
    const Place& place = place_[static_cast<std::size_t>(e)];
    const PairBlock& old = blocks_[place.block];
    if (old.b[place.pair] == b &&
        (block.image.empty() || shift_[old.image[place.pair]] == shift[block.image[k]])) {
      return &place;
    }
  }
  return nullptr;
}

void LastPairs::give_to(PairBlock& block, const std::vector<Vec3<double>>& shift) {
  for (std::size_t k = 0; k < block.size(); ++k) {
    const Place* place = find(block, k, shift);
    if (place == nullptr) continue;
    PairBlock& old = blocks_[place->block];
    const std::size_t from = place->pair;
    if (!block.safe_until.empty()) block.safe_until[k] = old.safe_until[from];
    if (!block.in_touch.empty()) block.in_touch[k] = old.in_touch[from];
    if (!block.point.empty()) block.point[k] = old.point[from];
    if (!block.rolling.empty()) block.rolling[k] = old.rolling[from];
    if (!block.cache.empty()) block.cache.copy(k, old.cache, from);
    if (!block.surface.empty()) block.surface[k] = old.surface[from];
    if (!block.points.empty()) block.points[k] = std::move(old.points[from]);
  }
}

}  // namespace talus
